/** What the scripted model says, and what it writes. */
export const ANSWER = `Your disk is **94 % full**. Three things make up most of it:

| Folder | Size | |
|---|---:|---|
| \`~/.cache/pip\` | 18.2 GB | safe to empty |
| \`~/Videos/raw\` | 11.7 GB | yours to decide |
| \`~/node_modules-old\` | 6.4 GB | looks abandoned since March |

The cache can go without losing anything. I'll write that down for you.`

export const NOTE = [
  '# Standup, 18 November',
  ...Array.from(
    { length: 90 },
    (_, at) => `- [${at % 3 ? ' ' : 'x'}] item ${at + 1}: look at the build that failed on branch feature/${at * 7919}`,
  ),
].join('\n')

export const HEBREW =
  'בדיסק הראשי נשארו **14 GB** מתוך 233 GB, כלומר הוא מלא ב־94%.\n\n- הפקודה שרצה: `df -h --output=target,size,avail,pcent`\n- התיקייה הגדולה ביותר: `~/.cache`\n\nهذا السطر بالعربية، و `du -xh` بداخله.\n\nAnd a line in English between them, with a [link to the manual](https://www.gnu.org/software/coreutils/manual/html_node/df-invocation.html).'

export const FORMULAS = String.raw`A disk that is read in order gives its full rate $r$; read in pieces of $n$ bytes it gives

$$
r_{\text{eff}} = \frac{n}{t_{\text{seek}} + n / r}, \qquad \lim_{n \to \infty} r_{\text{eff}} = r
$$

so with $t_{\text{seek}} = 9\,\text{ms}$ and $r = 180\,\text{MB/s}$, half of it is reached at $n = r \cdot t_{\text{seek}} \approx 1.6\,\text{MB}$. Your $HOME and $PATH are not part of this, and a disk of that kind costs $40 to $60.

- The share that is lost is

  \[
    \ell(n) = 1 - \frac{r_{\text{eff}}}{r} = \begin{cases} 1 & \text{if } n = 0 \\ \dfrac{1}{1 + n / n_0} & \text{otherwise} \end{cases}
  \]

- Over many files of sizes $n_1, \dots, n_k$ it adds up: $\sum_{i=1}^{k} \ell(n_i)\, n_i$.

${'```math'}
\begin{pmatrix} a & b \\ c & d \end{pmatrix}^{-1} = \frac{1}{ad - bc} \begin{pmatrix} d & -b \\ -c & a \end{pmatrix}, \quad \boxed{\sqrt[3]{x^2 + \hat{y}} \ge \int_0^1 e^{-t^2}\,dt}
${'```'}

What is none stays as it is: $\unknown{x}$.`

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
