import { type Task, task } from '../task.ts'

/** The model has all it needs: no command may run. */
export const talk: Task[] = [
  'hi, how are you?',
  'thanks, that was all for today',
  'what is the capital of portugal?',
  'write me a haiku about rain',
  'explain in two sentences what a git rebase is good for',
  'what does "good morning" mean in french',
  'what is 12 times 12',
  'what is the difference between a tar and a zip file, in general?',
  'who wrote pride and prejudice',
  'give me three names for a grey cat',
  "how would i undo my last commit? only explain it, don't do it",
  'what do the numbers in chmod 755 mean',
  'tell me a joke about containers',
].map((request) => task('talk', request))
