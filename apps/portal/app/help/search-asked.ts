const longestQuestion = 120

export const questionAsked = (url: URL) => (url.searchParams.get('q') ?? '').trim().slice(0, longestQuestion)
