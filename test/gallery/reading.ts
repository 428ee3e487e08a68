import type { App } from '#renderer/store/state.ts'
import type { Fact } from '#shared/facts'
import type { FoundMessage } from '#shared/requests/conversation-requests'
import { tell } from './facts.ts'
import { BASE } from './stories.ts'

const ANSWER = String.raw`A disk that is read in order gives its full rate $r$; read in pieces of $n$ bytes it gives

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

export function formulaStory(): Fact[] {
  return tell('disk', BASE)
    .open('Seek and rate')
    .ask('How much slower is a disk when it has to seek?')
    .say(ANSWER)
    .end('answered').facts
}

/** Where the answer stands in the story. */
export function foundIn(facts: readonly Fact[]): FoundMessage[] {
  return facts
    .flatMap((fact) =>
      fact.type === 'message.added' && fact.content.includes('disk')
        ? [
            {
              ...{ chat: 'disk', title: '', seq: fact.seq, at: fact.at, role: fact.role },
              ...{ before: '', match: 'disk', after: '', count: fact.content.split(/\bdisk/i).length - 1 },
            },
          ]
        : [],
    )
    .toReversed()
}

export async function findDisk(app: App): Promise<void> {
  app.openFind()
  await app.findText('disk')
  await app.stepFind(1)
}
