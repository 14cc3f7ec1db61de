import {Badge} from '../parts/blocks.js';
import {html} from '../parts/html.js';
import {ReleaseName} from '../parts/release-name.js';
import {counted} from '../parts/text.js';
import {codeWords, rowStates, shortened} from './words.js';

/**
 * A file before and after, and what keeps it.
 * @param {{file: import('./words.js').ChangedFile, isNamed?: boolean}} props `isNamed`: its title is shown.
 */
export function ChangedFile({file: {from, to, code, state, title, companions}, isNamed = false}) {
	const names = shortened({from, to});
	const standing = state === undefined ? undefined : rowStates[state];
	return html`<li class="row">
		<div class="row-head">
			<p class="renamed">${isNamed && html`<strong dir="auto">${title}</strong>`}
				<span class="before"><span class="hidden">From </span><${ReleaseName} name=${names.from} /></span>
				<span class="after"><span class="hidden">to </span><${ReleaseName} name=${names.to} /></span></p>
			${standing && html`<${Badge} kind=${standing.kind}>${standing.label}<//>`}
		</div>
		${code !== null && html`<ul class="reasons"><li>${codeWords[code] ?? code}</li></ul>`}
		${
			companions.length > 0 &&
			html`<details><summary>${counted(companions.length, 'file')} beside it</summary>
				<ul class="hint">${companions.map(shortened).map(each => html`<li key=${each.from}><${ReleaseName} name=${each.from} /> → <${ReleaseName} name=${each.to} /></li>`)}</ul></details>`
		}
	</li>`;
}
