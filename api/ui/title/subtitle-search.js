import {Badge, Empty, Loaded} from '../parts/blocks.js';
import {Button} from '../parts/button.js';
import {Dialog} from '../parts/dialog.js';
import {html} from '../parts/html.js';
import {subtitleName} from '../parts/text.js';
import {useApp} from '../state/app-state.js';
import {useData} from '../state/use-data.js';

/**
 * @typedef {object} Found
 * @property {string} providerId
 * @property {string} provider
 * @property {string} subtitleId
 * @property {string} language
 * @property {boolean} forced
 * @property {boolean} hearingImpaired
 * @property {number} score
 * @property {boolean} approved
 * @property {string[]} reasons
 * @property {string[]} rejections
 * @property {string[]} releases
 */

/** @param {{path: string, onClose: () => void, onAdded: () => void}} props */
export function SubtitleSearch({path, onClose, onAdded}) {
	/** @type {import('../state/use-data.js').Data<{results: Found[]}>} */
	const found = useData(`${path}/search`);
	return html`<${Dialog} wide title="Subtitles of all providers" onClose=${onClose}>
		<${Loaded} from=${found}>${(/** @type {{results: Found[]}} */ {results}) =>
			results.length === 0
				? html`<${Empty} icon="subtitles" title="No provider has a subtitle"><p>Other languages can be wanted in the language profile.</p><//>`
				: html`<ul class="rows">${results.map(each => html`<${Row} key=${each.providerId + each.subtitleId} found=${each} path=${path} onAdded=${onAdded} />`)}</ul>`}<//>
	<//>`;
}

/** @param {{found: Found, path: string, onAdded: () => void}} props */
function Row({found, path, onAdded}) {
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
