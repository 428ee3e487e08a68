/** The largest text file that goes along with a message, in bytes. */
export const MOST_ATTACHED = 256 * 1024

/** What is dropped under such a name is looked at as a skill; any other file goes along with the message. */
export const isSkillArchive = (name: string): boolean => /\.(?:zip|tool\.json)$/i.test(name)
