/** A bit of everything a model writes, and of what it should not. */
export const MARKDOWN = `## A heading

A paragraph with **strong**, *emphasised*, ~~struck~~ and \`inline code\`, AT&amp;T, a [named link](https://docs.example.org/path?q=1#part), a bare one https://example.org/ and one that [is not opened](file:///etc/passwd).

1. first
2. second
   - nested, with \`code\`
   - and more
3. third

- [x] done
- [ ] open

> A quotation
> of two lines.

| Name | Size | Note |
|:--|--:|:-:|
| \`alpha\` | 18.2 GB | left, right, middle |
| beta | 1 KB | ok |

\`\`\`ts
// a comment that hides nothing: \u202e tfel ot thgir
const answer = items.filter((item) => item.size > 1024 && item.name !== '').map(({ name }) => name).join(', ')
\`\`\`

![a picture that is never loaded](https://example.org/pixel.png?q=secret)

<img src=x onerror=alert(1)> <script>alert(2)</script>

---

The end.`
