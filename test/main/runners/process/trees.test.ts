import { afterAll, describe, expect, it } from 'vitest'
import { killSurvivors } from '#main/runners/process/survivors'
import {
  endTree,
  isTraceless,
  killItsApp,
  killTree,
  listTree,
  plantTree,
  TREE_ENDS,
  TREE_SHAPES,
  type Tree,
  type TreeShape,
  waitForTree,
} from '#test/helpers/process-trees'
import { confine, describeEnforced } from '#test/helpers/sandbox-here'

const CASES = (Object.keys(TREE_SHAPES) as TreeShape[]).flatMap((shape) =>
  TREE_ENDS.map((end) => [shape, end] as const),
)
const planted: Tree[] = []

afterAll(() => planted.forEach(killTree))

function plant(shape: TreeShape): Tree {
  const tree = plantTree(shape)
  planted.push(tree)
  return tree
}

describeEnforced.concurrent('in the sandbox', () => {
  it.each(CASES)('nothing is left of %s after: %s', async (shape, end) => {
    const tree = plant(shape)
    if (end === 'app killed') {
      expect(await killItsApp(tree, true)).not.toEqual([])
      // Whom the system kills with the app may take a moment.
      expect(await waitForTree(tree, (pids) => pids.length === 0)).toEqual([])
      return
    }
    const run = await endTree({ ...tree, command: confine(tree.command) }, end)
    expect(run.survivors).toEqual([])
    expect(listTree(tree)).toEqual([])
  })
})

describe.runIf(process.platform === 'linux')('without a sandbox', { concurrent: true }, () => {
  const cases = CASES.flatMap(([shape, end]) => (end === 'timeout' || end === 'cancel' ? [[shape, end] as const] : []))

  it.each(cases.filter(([shape]) => !isTraceless(shape)))(
    'what is left of %s after %s is listed',
    async (shape, end) => {
      const tree = plant(shape)
      const run = await endTree(tree, end)
      const listed = run.survivors.map(({ pid }) => pid)
      expect(listTree(tree).filter((pid) => !listed.includes(pid))).toEqual([])
    },
  )

  it('what a killed app left behind is found again by the mark of its run', async () => {
    const marker = crypto.randomUUID()
    const { token, command } = plant('a daemon in a session of its own')
    const tree = { token, command: { ...command, marker } }
    expect(await killItsApp(tree, false)).not.toEqual([])
    expect(listTree(tree).length).toBeGreaterThan(0)
    await killSurvivors(marker)
    expect(await waitForTree(tree, (pids) => pids.length === 0)).toEqual([])
  })
})
