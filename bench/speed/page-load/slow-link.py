#!/usr/bin/env python3
"""A network namespace behind a slow link of real packets: two TUN devices with a delay and a rate between them.

usage (root): slow-link.py ADDRESS RTT_MS DOWN_KBIT UP_KBIT
Says "ready NAMESPACE" and lives until its standard input ends. ADDRESS is this end; the other end is the next address.
TUN, because many kernels lack the netem queue discipline.
"""
import fcntl
import heapq
import ipaddress
import os
import select
import struct
import subprocess
import sys
import threading
import time

TUNSETIFF, IFF_TUN, IFF_NO_PI = 0x400454CA, 0x0001, 0x1000
BUFFER_BYTES = 96 * 1024
MTU = 1400


def open_tun(name):
    device = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(device, TUNSETIFF, struct.pack("16sH", name.encode(), IFF_TUN | IFF_NO_PI))
    return device


def ip(*words):
    subprocess.run(["ip", *map(str, words)], check=True)


def bring_up(name, own, other, within=()):
    ip(*within, "addr", "add", own, "peer", other, "dev", name)
    ip(*within, "link", "set", name, "mtu", MTU, "txqueuelen", 1000, "up")


def carry(source, target, kbit_per_second, delay):
    """Forwards packets in order, each after its own sending time and the delay; drops what overfills the buffer."""
    bytes_per_second = kbit_per_second * 125
    line_free_at, waiting, serial = 0.0, [], 0
    while True:
        pause = max(0, waiting[0][0] - time.monotonic()) if waiting else 1
        readable, _, _ = select.select([source], [], [], pause)
        now = time.monotonic()
        while readable:
            try:
                packet = os.read(source, 65536)
            except BlockingIOError:
                break
            if max(0, line_free_at - now) * bytes_per_second > BUFFER_BYTES:
                continue
            line_free_at = max(line_free_at, now) + len(packet) / bytes_per_second
            serial += 1
            heapq.heappush(waiting, (line_free_at + delay, serial, packet))
        while waiting and waiting[0][0] <= time.monotonic():
            try:
                os.write(target, heapq.heappop(waiting)[2])
            except OSError:
                return  # The other end is gone.


def main():
    here, (rtt, down, up) = sys.argv[1], map(float, sys.argv[2:5])
    there = str(ipaddress.ip_address(here) + 1)
    namespace, near, far = (f"{kind}{os.getpid()}" for kind in ("slow", "near", "far"))
    near_device, far_device = open_tun(near), open_tun(far)
    ip("netns", "add", namespace)
    try:
        ip("link", "set", far, "netns", namespace)
        bring_up(near, here, there)
        bring_up(far, there, here, within=("-n", namespace))
        ip("-n", namespace, "link", "set", "lo", "up")
        for source, target, rate in ((near_device, far_device, down), (far_device, near_device, up)):
            threading.Thread(target=carry, args=(source, target, rate, rtt / 2000), daemon=True).start()
        print("ready", namespace, flush=True)
        sys.stdin.read()
    finally:
        ip("netns", "del", namespace)
        os._exit(0)


main()
