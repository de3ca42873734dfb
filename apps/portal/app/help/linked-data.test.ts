import { expect, it } from 'vitest'
import { answerData } from './answer.tsx'

it('gives search engines the question, the answer and its categories, with absolute addresses', () => {
  const data = answerData({
    publicOrigin: 'https://portal.example',
    question: 'How?',
    html: '<p><a href="/sw/table">So</a> or <a href="tel:300">300</a></p>',
    crumbs: [{ href: '/sw/gethelp', title: 'Msaada' }],
  })
  expect(data).toEqual({
    '@graph': [
      {
        '@type': 'FAQPage',
        mainEntity: [
          {
            '@type': 'Question',
            name: 'How?',
            acceptedAnswer: {
              '@type': 'Answer',
              text: '<p><a href="https://portal.example/sw/table">So</a> or <a href="tel:300">300</a></p>',
            },
          },
        ],
      },
      {
        '@type': 'BreadcrumbList',
        itemListElement: [
          { '@type': 'ListItem', position: 1, name: 'Msaada', item: 'https://portal.example/sw/gethelp' },
        ],
      },
    ],
  })
})
