import {useState} from 'preact/hooks';
import {query} from '../client/client.ts';
import type {RematchPreview} from '../client/schemas.ts';
import type {FoundTitle as Found, Title} from '../client/types.ts';
import {Empty, Loaded} from '../parts/blocks.ts';
import {Button} from '../parts/button.ts';
import {Dialog} from '../parts/dialog.ts';
import {TextField} from '../parts/field.ts';
import {html} from '../parts/html.ts';
import {Poster} from '../parts/poster.ts';
import {counted, episodeCode, isolated} from '../parts/text.ts';
import {useApp} from '../state/app-state.ts';
import {type Data, useData} from '../state/use-data.ts';
import {useTyped} from '../state/use-typed.ts';

interface Matched {
	kind: 'movies' | 'series';
	title: Title;
}

/** Says which title of the provider this one really is. */
export function MatchDialog({kind, title, onClose, onChanged}: Matched & {onClose: () => void; onChanged: () => void}) {
	const {client, attempt} = useApp();
	const [search, setSearch] = useState(title.title);
	const [typed, setTyped] = useTyped(search, setSearch);
	const [chosen, setChosen] = useState<Found | null>(null);
	const found: Data<{results: Found[]}> = useData(search ? `api/lookup/${kind}${query({query: search})}` : null);
	const path = `api/library/${kind}/${title.id}/match`;
	const save = async () => {
		if (await attempt(() => client.post(path, {metaId: chosen?.metaId}))) {
			onClose();
			onChanged();
		}
	};
	return html`<${Dialog} wide title=${`What is ${isolated(title.title)} really?`} onClose=${onClose}>
		<p class="hint">Its files, its folder and its history stay. The names of the files can be changed afterwards.</p>
		${
			chosen === null
				? html`<${TextField} label="Title" type="search" hint="A title, or an id such as imdb:tt0133093." value=${typed} onInput=${setTyped} />
					${search && html`<${Loaded} from=${found} rows=${3}>${({results}: {results: Found[]}) => html`<${Choices} results=${results} now=${title.metaId} onChoose=${setChosen} />`}<//>`}`
				: html`<p><strong>${nameOf(chosen)}</strong></p>${kind === 'series' && html`<${Episodes} path=${`${path}/preview${query({metaId: chosen.metaId})}`} />`}
					<footer class="actions"><${Button} label="Back" onClick=${() => setChosen(null)} /><${Button} kind="primary" label="This is it" onClick=${save} /></footer>`
		}
	<//>`;
}

const nameOf = ({title, year}: Found) => (year === null ? title : `${title} (${year})`);

function Choices({results, now, onChoose}: {results: readonly Found[]; now: number; onChoose: (found: Found) => void}) {
	const others = results.filter(({metaId}) => metaId !== now);
	if (others.length === 0) {
		return html`<${Empty} icon="search" title="No other title found"><p>Try fewer words, or the original title.</p><//>`;
	}
	return html`<ul class="lines">${others.map(
		each => html`<li key=${each.metaId} class="pictured"><${Poster} title=${each.title} url=${each.posterUrl} /><span class="grow">${nameOf(each)} <span class="hint">${each.overview ? `${each.overview.slice(0, 120)} …` : ''}</span></span>
			<${Button} label=${`Choose ${nameOf(each)}`} onClick=${() => onChoose(each)} /></li>`,
	)}</ul>`;
}

/** Which episodes get the files. */
function Episodes({path}: {path: string}) {
	const preview: Data<RematchPreview> = useData(path);
	return html`<${Loaded} from=${preview} rows=${4}>${({files, matchedFiles, leftFiles, added, removed}: RematchPreview) => html`
		<p>${counted(matchedFiles, 'file')} fit by number, ${leftFiles} do not and stay as they are. ${counted(added, 'episode')} come, ${removed} without a file go.</p>
		<ul class="lines ticks">${files.map(
			each =>
				html`<li key=${episodeCode(each)}><span class="number">${episodeCode(each)}</span><span class="grow">${each.title ?? '?'} → ${each.isMatched ? (each.newTitle ?? 'no title') : 'no episode of this number'}</span></li>`,
		)}</ul>`}<//>`;
}
