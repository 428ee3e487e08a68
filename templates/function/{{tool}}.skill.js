export const frontmatter = {
  name: '{{tool}}',
  description: 'Say here what it does and when to use it.',
  metadata: {
    params: {
      type: 'object',
      required: ['text'],
      properties: { text: { type: 'string', description: 'What it is given. Example: hello' } },
    },
  },
}

export default async function (ctx, { text }) {
  return { text: text.toUpperCase() }
}
