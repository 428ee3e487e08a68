import { canonicalJson, type Json, type JsonObject, ownOf } from '#shared/json'
import { asReported, type Message, message } from '#shared/messages/message'
import type { ConfigField } from '#shared/skill/tool-code'
import { findMisfit } from './validate-arguments.ts'

type Problems = Record<string, Message>

/** Why values do not fit a tool's form, by field. */
export async function checkConfig(fields: readonly ConfigField[], values: JsonObject): Promise<Problems> {
  const checked = await Promise.all(
    fields.map(async (field) => [field.key, await findProblem(field, ownOf(values, field.key))] as const),
  )
  return Object.fromEntries(checked.flatMap(([key, problem]) => (problem === null ? [] : [[key, problem]])))
}

async function findProblem(field: ConfigField, value: Json | undefined): Promise<Message | null> {
  const { required, validation, options, source, uiType } = field
  if (value === undefined || value === null || value === '') return required ? message('config-required') : null
  if (uiType === 'select' && !source && !options.some((each) => canonicalJson(each.value) === canonicalJson(value))) {
    return message('config-no-option', { options: options.map(({ label }) => label).join(', ') })
  }
  const misfit = await findMisfit(schemaOf(field), value)
  if (misfit !== null) return typeof misfit === 'string' ? asReported(misfit) : misfit
  const { min = 0, step } = validation
  return typeof value !== 'number' || step === undefined || step <= 0 || isOnStep(value - min, step)
    ? null
    : message('config-off-step', { step, min })
}

/** Decimal fractions have no exact binary form. */
const isOnStep = (distance: number, step: number) => Math.abs(distance / step - Math.round(distance / step)) < 1e-6

function schemaOf({ uiType, validation: { min, max, pattern } }: ConfigField): JsonObject {
  switch (uiType) {
    case 'number':
    case 'slider':
      return { type: 'number', ...(min !== undefined && { minimum: min }), ...(max !== undefined && { maximum: max }) }
    case 'boolean':
      return { type: 'boolean' }
    case 'text':
    case 'textarea':
      return { type: 'string', ...(pattern !== undefined && { pattern }) }
    case 'secret-select':
      return { type: 'string' }
    case 'select':
    case 'json':
      return {}
  }
}
