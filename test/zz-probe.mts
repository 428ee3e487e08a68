import { randomUUID } from 'node:crypto'
import { totalmem } from 'node:os'
import { beginTurn } from '#main/agent/turn-state'
import { prepareForced, prepareRequest } from '#main/agent/prepare-request'
import { toGrammar } from '#main/agent/force-call'
import { toSignature } from '#main/agent/compact-text'
import { chooseContext } from '#main/models/model-options'
import { askModel } from '#main/models/ollama/chat'
import { showModel } from '#main/models/ollama/models'
import { describeBriefly, readSkillDefinition } from '#main/skills/context'
import { listCommands, toOllamaTools } from '#main/skills/tool-definitions'
import { loadShipped } from '#test/skills/shipped'
import { readFileSync } from 'node:fs'
const host='http://127.0.0.1:11501'
const skills=(await loadShipped(['tools-json','skill-interface','rye']))
const tools=toOllamaTools(skills.flatMap(s=>s.tools))
const shown=await showModel(host,'qwen2.5-coder'); if(!shown.ok) throw 1
const facts=shown.facts
export const open=(text:string)=>beginTurn({chat:'e',turn:'t',model:'qwen2.5-coder',history:[],text,signal:new AbortController().signal,tools,style:'compact',capabilities:facts.capabilities,contextLength:chooseContext(facts,undefined,totalmem())!,system:describeBriefly(skills),commands:listCommands(skills.flatMap(s=>s.tools)),builtIns:[readSkillDefinition()]} as any,{publish:async()=>{},tick(){},newId:randomUUID,now:()=>performance.now(),readWhole:async()=>null,askModel:null as any,runCall:null as any})
export const ask=async(request:any)=>{const o=await askModel(host,{temperature:0,...request,maxTokens:200},{token(){}},new AbortController().signal); return o.ok?o.answer.content:JSON.stringify(o.problem)}
const cases=JSON.parse(readFileSync(process.argv[2]!,'utf8'))
for(const {text,names,said,words,reason} of cases){
  const state=open(text)
  if(!names){ const {request}=await prepareRequest(state); console.log(text,'=>',await ask(request)); continue }
  const ts=names.flatMap((n:string)=>tools.find(t=>t.function.name===n)??[])
  const calls:any[]=ts.map((t:any)=>({type:'object',properties:{name:{const:t.function.name},arguments:toGrammar(t.function.parameters)},required:['name','arguments']}))
  if(words) calls.push({type:'object',properties:{name:{const:'answer_in_words'},arguments:{type:'object',properties:{text:{type:'string'}},required:['text']}},required:['name','arguments']})
  const lines=ts.map(toSignature); if(words) lines.push('answer_in_words(text) Greetings, thanks, general knowledge, explaining, writing, or anything no tool is for')
  const messages:any[]=[...(said?[{role:'assistant',content:said,calls:[]}]:[]),{role:'user',content:[reason,...lines].join('\n')}]
  const {request}=await prepareForced(state,messages,{anyOf:calls})
  console.log(text,'\n   =>',await ask(request))
}
