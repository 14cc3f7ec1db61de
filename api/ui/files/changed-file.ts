import {Badge} from '../parts/blocks.ts';
import {html} from '../parts/html.ts';
import {ReleaseName} from '../parts/release-name.ts';
import {counted} from '../parts/text.ts';
import {type ChangedFile as ChangedFileType, codeWords, rowStates, shortened} from './words.ts';

/**
 * A file before and after, and what keeps it.
 * @param props `isNamed`: its title is shown.
 */
export function ChangedFile({
	file: {from, to, code, state, title, companions},
	isNamed = false,
}: {
	file: ChangedFileType;
	isNamed?: boolean;
}) {
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
