import type {FoundSubtitle as Found} from '../client/schemas.ts';
import {Badge, Empty, Loaded} from '../parts/blocks.ts';
import {Button} from '../parts/button.ts';
import {Dialog} from '../parts/dialog.ts';
import {html} from '../parts/html.ts';
import {subtitleName} from '../parts/text.ts';
import {useApp} from '../state/app-state.ts';
import {type Data, useData} from '../state/use-data.ts';

export function SubtitleSearch({path, onClose, onAdded}: {path: string; onClose: () => void; onAdded: () => void}) {
	const found: Data<{results: Found[]}> = useData(`${path}/search`);
	return html`<${Dialog} wide title="Subtitles of all providers" onClose=${onClose}>
		<${Loaded} from=${found}>${({results}: {results: Found[]}) =>
			results.length === 0
				? html`<${Empty} icon="subtitles" title="No provider has a subtitle"><p>Other languages can be wanted in the language profile.</p><//>`
				: html`<ul class="rows">${results.map(each => html`<${Row} key=${each.providerId + each.subtitleId} found=${each} path=${path} onAdded=${onAdded} />`)}</ul>`}<//>
	<//>`;
}

function Row({found, path, onAdded}: {found: Found; path: string; onAdded: () => void}) {
	const {client, attempt} = useApp();
	const {providerId, subtitleId} = found;
	const take = async () => {
		await attempt(() => client.post(path, {providerId, subtitleId}));
		onAdded();
	};
	return html`<li class="row">
		<div class="row-head"><h3>${found.releases[0] ?? found.subtitleId}</h3><${Badge} kind=${found.approved ? 'ok' : 'warn'}>${found.score}<//></div>
		<div class="row-foot">
			<p class="facts"><span>${subtitleName(found)}</span><span>${found.provider}</span>${found.reasons.length > 0 && html`<span>${found.reasons.join(', ')}</span>`}</p>
			<div class="row-actions"><${Button} icon="import" label="Take" onClick=${take} /></div>
		</div>
		${found.rejections.length > 0 && html`<ul class="reasons">${found.rejections.map(reason => html`<li key=${reason}>${reason}</li>`)}</ul>`}
	</li>`;
}
