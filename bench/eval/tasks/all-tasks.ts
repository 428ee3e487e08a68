import type { Task } from '../task.ts'
import { rightArguments } from './arguments.ts'
import { extra } from './extra.ts'
import { fresh } from './fresh.ts'
import { further } from './further.ts'
import { heldOut } from './held-out.ts'
import { inPython } from './in-python.ts'
import { last } from './last.ts'
import { later } from './later.ts'
import { newest } from './newest.ts'
import { once } from './once.ts'
import { practice } from './practice.ts'
import { safe } from './safe.ts'
import { single } from './single.ts'
import { twoSteps } from './steps.ts'
import { talk } from './talk.ts'
import { unseen } from './unseen.ts'

export const ALL_TASKS: readonly Task[] = [
  ...single,
  ...rightArguments,
  ...twoSteps,
  ...talk,
  ...safe,
  ...later,
  ...inPython,
  ...unseen,
  ...fresh,
  ...practice,
  ...heldOut,
  ...newest,
  ...further,
  ...once,
  ...last,
  ...extra,
]
