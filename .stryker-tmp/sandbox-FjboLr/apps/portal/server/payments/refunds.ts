// @ts-nocheck
function stryNS_9fa48() {
  var g = typeof globalThis === 'object' && globalThis && globalThis.Math === Math && globalThis || new Function("return this")();
  var ns = g.__stryker__ || (g.__stryker__ = {});
  if (ns.activeMutant === undefined && g.process && g.process.env && g.process.env.__STRYKER_ACTIVE_MUTANT__) {
    ns.activeMutant = g.process.env.__STRYKER_ACTIVE_MUTANT__;
  }
  function retrieveNS() {
    return ns;
  }
  stryNS_9fa48 = retrieveNS;
  return retrieveNS();
}
stryNS_9fa48();
function stryCov_9fa48() {
  var ns = stryNS_9fa48();
  var cov = ns.mutantCoverage || (ns.mutantCoverage = {
    static: {},
    perTest: {}
  });
  function cover() {
    var c = cov.static;
    if (ns.currentTestId) {
      c = cov.perTest[ns.currentTestId] = cov.perTest[ns.currentTestId] || {};
    }
    var a = arguments;
    for (var i = 0; i < a.length; i++) {
      c[a[i]] = (c[a[i]] || 0) + 1;
    }
  }
  stryCov_9fa48 = cover;
  cover.apply(null, arguments);
}
function stryMutAct_9fa48(id) {
  var ns = stryNS_9fa48();
  function isActive(id) {
    if (ns.activeMutant === id) {
      if (ns.hitCount !== void 0 && ++ns.hitCount > ns.hitLimit) {
        throw new Error('Stryker: Hit count limit reached (' + ns.hitCount + ')');
      }
      return true;
    }
    return false;
  }
  stryMutAct_9fa48 = isActive;
  return isActive(id);
}
import type { Attempt, Payment, Refund } from './attempt.ts';
import { reviewAfterMs } from './check-schedule.ts';
import type { RefundStore } from './due-work.ts';
import type { RefundResult, WatchedGateway } from './payment-gateway.ts';
export interface RefundsOptions {
  readonly refunds: RefundStore;
  readonly gateways: Readonly<Record<string, WatchedGateway>>;
  readonly now: () => number;
  readonly wake: () => void;
  readonly alert: (event: 'refund_needs_review', attempt: Attempt) => void;
}
const askAgainAfterMs = 30_000;
const triesBeforeReview = 5;

/** Gives money back. Run by a worker that holds the refund's lease. */
export class Refunds {
  readonly #options: RefundsOptions;
  constructor(options: RefundsOptions) {
    if (stryMutAct_9fa48("0")) {
      {}
    } else {
      stryCov_9fa48("0");
      this.#options = options;
    }
  }
  async giveBack({
    attempt,
    refund
  }: Payment): Promise<void> {
    if (stryMutAct_9fa48("1")) {
      {}
    } else {
      stryCov_9fa48("1");
      if (stryMutAct_9fa48("4") ? refund !== undefined : stryMutAct_9fa48("3") ? false : stryMutAct_9fa48("2") ? true : (stryCov_9fa48("2", "3", "4"), refund === undefined)) return;
      const {
        refunds,
        gateways
      } = this.#options;
      const gateway = gateways[attempt.gateway];
      if (stryMutAct_9fa48("7") ? gateway !== undefined : stryMutAct_9fa48("6") ? false : stryMutAct_9fa48("5") ? true : (stryCov_9fa48("5", "6", "7"), gateway === undefined)) return;
      if (stryMutAct_9fa48("10") ? refund.state !== 'requesting' : stryMutAct_9fa48("9") ? false : stryMutAct_9fa48("8") ? true : (stryCov_9fa48("8", "9", "10"), refund.state === (stryMutAct_9fa48("11") ? "" : (stryCov_9fa48("11"), 'requesting')))) {
        if (stryMutAct_9fa48("12")) {
          {}
        } else {
          stryCov_9fa48("12");
          // The answer was lost, or the provider needed time: asking is safe, requesting again is not.
          return this.#record(attempt, refund, await orUnknown(gateway.refundVerdict(attempt)));
        }
      }
      if (stryMutAct_9fa48("15") ? refund.state !== 'due' && !(await refunds.requesting(refund)) : stryMutAct_9fa48("14") ? false : stryMutAct_9fa48("13") ? true : (stryCov_9fa48("13", "14", "15"), (stryMutAct_9fa48("17") ? refund.state === 'due' : stryMutAct_9fa48("16") ? false : (stryCov_9fa48("16", "17"), refund.state !== (stryMutAct_9fa48("18") ? "" : (stryCov_9fa48("18"), 'due')))) || (stryMutAct_9fa48("19") ? await refunds.requesting(refund) : (stryCov_9fa48("19"), !(await refunds.requesting(refund)))))) return;
      const requested: Refund = stryMutAct_9fa48("20") ? {} : (stryCov_9fa48("20"), {
        ...refund,
        state: stryMutAct_9fa48("21") ? "" : (stryCov_9fa48("21"), 'requesting'),
        tries: stryMutAct_9fa48("22") ? refund.tries - 1 : (stryCov_9fa48("22"), refund.tries + 1)
      });
      return this.#record(attempt, requested, await orUnknown(gateway.refund(attempt)));
    }
  }
  async #record(attempt: Attempt, refund: Refund, result: RefundResult): Promise<void> {
    if (stryMutAct_9fa48("23")) {
      {}
    } else {
      stryCov_9fa48("23");
      const {
        refunds,
        now,
        wake,
        alert
      } = this.#options;
      const later = laterThan(now(), refund);
      if (stryMutAct_9fa48("26") ? result !== 'refunded' : stryMutAct_9fa48("25") ? false : stryMutAct_9fa48("24") ? true : (stryCov_9fa48("24", "25", "26"), result === (stryMutAct_9fa48("27") ? "" : (stryCov_9fa48("27"), 'refunded')))) {
        if (stryMutAct_9fa48("28")) {
          {}
        } else {
          stryCov_9fa48("28");
          if (stryMutAct_9fa48("30") ? false : stryMutAct_9fa48("29") ? true : (stryCov_9fa48("29", "30"), await refunds.refunded(refund))) if (stryMutAct_9fa48("31")) {
            ;
          } else {
            stryCov_9fa48("31");
            wake();
          }
        }
      } else if (stryMutAct_9fa48("34") ? result === 'refused' || refund.tries < triesBeforeReview : stryMutAct_9fa48("33") ? false : stryMutAct_9fa48("32") ? true : (stryCov_9fa48("32", "33", "34"), (stryMutAct_9fa48("36") ? result !== 'refused' : stryMutAct_9fa48("35") ? true : (stryCov_9fa48("35", "36"), result === (stryMutAct_9fa48("37") ? "" : (stryCov_9fa48("37"), 'refused')))) && (stryMutAct_9fa48("40") ? refund.tries >= triesBeforeReview : stryMutAct_9fa48("39") ? refund.tries <= triesBeforeReview : stryMutAct_9fa48("38") ? true : (stryCov_9fa48("38", "39", "40"), refund.tries < triesBeforeReview)))) {
        if (stryMutAct_9fa48("41")) {
          {}
        } else {
          stryCov_9fa48("41");
          await refunds.requestAgain(refund, later);
        }
      } else if (stryMutAct_9fa48("44") ? result !== 'refused' || now() - refund.createdAt < reviewAfterMs : stryMutAct_9fa48("43") ? false : stryMutAct_9fa48("42") ? true : (stryCov_9fa48("42", "43", "44"), (stryMutAct_9fa48("46") ? result === 'refused' : stryMutAct_9fa48("45") ? true : (stryCov_9fa48("45", "46"), result !== (stryMutAct_9fa48("47") ? "" : (stryCov_9fa48("47"), 'refused')))) && (stryMutAct_9fa48("50") ? now() - refund.createdAt >= reviewAfterMs : stryMutAct_9fa48("49") ? now() - refund.createdAt <= reviewAfterMs : stryMutAct_9fa48("48") ? true : (stryCov_9fa48("48", "49", "50"), (stryMutAct_9fa48("51") ? now() + refund.createdAt : (stryCov_9fa48("51"), now() - refund.createdAt)) < reviewAfterMs)))) {
        if (stryMutAct_9fa48("52")) {
          {}
        } else {
          stryCov_9fa48("52");
          await refunds.askAgain(refund, later);
        }
      } else if (stryMutAct_9fa48("54") ? false : stryMutAct_9fa48("53") ? true : (stryCov_9fa48("53", "54"), await refunds.toReview(refund, stryMutAct_9fa48("55") ? `` : (stryCov_9fa48("55"), `refund_${result}`)))) {
        if (stryMutAct_9fa48("56")) {
          {}
        } else {
          stryCov_9fa48("56");
          alert(stryMutAct_9fa48("58") ? "" : (stryCov_9fa48("58"), 'refund_needs_review'), attempt);
        }
      }
    }
  }
}

/** The older a refund, the less often its provider is asked; but never first after a person should have it. */
function laterThan(now: number, {
  createdAt,
  tries
}: Refund): number {
  if (stryMutAct_9fa48("59")) {
    {}
  } else {
    stryCov_9fa48("59");
    const pauseMs = stryMutAct_9fa48("60") ? Math.min(askAgainAfterMs * tries, Math.round((now - createdAt) / 4)) : (stryCov_9fa48("60"), Math.max(stryMutAct_9fa48("61") ? askAgainAfterMs / tries : (stryCov_9fa48("61"), askAgainAfterMs * tries), Math.round(stryMutAct_9fa48("62") ? (now - createdAt) * 4 : (stryCov_9fa48("62"), (stryMutAct_9fa48("63") ? now + createdAt : (stryCov_9fa48("63"), now - createdAt)) / 4))));
    const reviewAt = stryMutAct_9fa48("64") ? createdAt - reviewAfterMs : (stryCov_9fa48("64"), createdAt + reviewAfterMs);
    return (stryMutAct_9fa48("68") ? now >= reviewAt : stryMutAct_9fa48("67") ? now <= reviewAt : stryMutAct_9fa48("66") ? false : stryMutAct_9fa48("65") ? true : (stryCov_9fa48("65", "66", "67", "68"), now < reviewAt)) ? stryMutAct_9fa48("69") ? Math.max(now + pauseMs, reviewAt) : (stryCov_9fa48("69"), Math.min(stryMutAct_9fa48("70") ? now - pauseMs : (stryCov_9fa48("70"), now + pauseMs), reviewAt)) : stryMutAct_9fa48("71") ? now - pauseMs : (stryCov_9fa48("71"), now + pauseMs);
  }
}
async function orUnknown(answer: Promise<RefundResult>): Promise<RefundResult> {
  if (stryMutAct_9fa48("72")) {
    {}
  } else {
    stryCov_9fa48("72");
    return answer.catch(stryMutAct_9fa48("73") ? () => undefined : (stryCov_9fa48("73"), (): RefundResult => stryMutAct_9fa48("74") ? "" : (stryCov_9fa48("74"), 'unknown')));
  }
}