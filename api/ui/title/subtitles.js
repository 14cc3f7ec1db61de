import {useState} from 'preact/hooks';
import {query} from '../client/client.js';
import {Badge, Loaded} from '../parts/blocks.js';
import {Button} from '../parts/button.js';
import {Confirm} from '../parts/dialog.js';
import {Checkbox} from '../parts/field.js';
import {html} from '../parts/html.js';
import {subtitleName} from '../parts/text.js';
import {useApp} from '../state/app-state.js';
import {useData} from '../state/use-data.js';
import {useTitleEvents} from '../state/use-title-events.js';
import {SubtitleSearch} from './subtitle-search.js';
import {SubtitleTimes} from './subtitle-times.js';
import {UploadSubtitle} from './upload-subtitle.js';

/** @typedef {{language: string | null, forced: boolean, hearingImpaired: boolean}} Kind */
/** @typedef {Kind & {id: string, source: string, provider: string | null, format: string | null}} Subtitle */
/** @typedef {{subtitles: Subtitle[], missing: Kind[], readAt: string | null}} SubtitlesOf */

/** @param {{path: string, titleId: string, hasFile: boolean}} props `titleId`: of the movie or series that events name. */
export function Subtitles({path, titleId, hasFile}) {
	const {client, attempt, may} = useApp();
	/** @type {import('../state/use-data.js').Data<SubtitlesOf>} */
	const subtitles = useData(hasFile ? path : null);
	useTitleEvents(subtitles.reload, ({id}) => hasFile && id === titleId); // also once one that is searched has come
	const [isSearching, setSearching] = useState(false);
	const [doomed, setDoomed] = useState(/** @type {Subtitle | null} */ (null));
	const [isBlocked, setBlocked] = useState(false);
	const [bad, setBad] = useState(/** @type {Subtitle | null} */ (null));
	const [mistimed, setMistimed] = useState(/** @type {Subtitle | null} */ (null));
	const [isUploading, setUploading] = useState(false);
	const remove = async () => {
		await attempt(() => client.remove(`${path}/${doomed?.id}${query({blocklist: isBlocked || undefined})}`), 'The subtitle was deleted.');
		setDoomed(null);
		setBlocked(false);
		subtitles.reload();
	};
	const fetchMissing = () => attempt(() => client.post(`${path}/fetch`));
	/** Another one is searched at once. */
	const block = async () => {
		await attempt(async () => {
			await client.remove(`${path}/${bad?.id}?blocklist=true`);
			await client.post(`${path}/fetch`);
		}, 'The subtitle is blocked. Another one is being searched.');
		setBad(null);
		subtitles.reload();
	};
	if (!hasFile) {
		return null;
	}
	return html`<section class="block">
		<header class="block-head"><h2>Subtitles</h2><div class="row-actions">
			<${Button} icon="bolt" label="Fetch missing" onClick=${fetchMissing} />
			<${Button} icon="search" label="Search" onClick=${() => setSearching(true)} />
			<${Button} icon="import" label="Upload" onClick=${() => setUploading(true)} />
		</div></header>
		<${Loaded} from=${subtitles} rows=${2}>${(/** @type {SubtitlesOf} */ data) => html`<${List} data=${data} onRemove=${may('deleteFiles') ? setDoomed : null} onBlock=${setBad} onRetime=${setMistimed} />`}<//>
		${isSearching && html`<${SubtitleSearch} path=${path} onClose=${() => setSearching(false)} onAdded=${subtitles.reload} />`}
		${mistimed && html`<${SubtitleTimes} path=${path} subtitle=${mistimed} onClose=${() => setMistimed(null)} onChanged=${subtitles.reload} />`}
		${isUploading && html`<${UploadSubtitle} path=${path} onClose=${() => setUploading(false)} onAdded=${subtitles.reload} />`}
		${
			bad &&
			html`<${Confirm} title=${`Block the subtitle ${subtitleName(bad)}?`} action="Block and search" onConfirm=${block} onClose=${() => setBad(null)}>
			<p>It is deleted, never downloaded again for this title, and another one is searched. “Blocklist” in the menu lists it.</p><//>`
		}
		${
			doomed &&
			html`<${Confirm} title=${`Delete the subtitle ${subtitleName(doomed)}?`} action="Delete" onConfirm=${remove} onClose=${() => setDoomed(null)}>
			<p>Its file is deleted from the disk.</p>
			${doomed.source !== 'downloaded' && html`<p class="hint">It cannot be blocked: it ${doomed.source === 'uploaded' ? 'was uploaded' : 'was found on the disk'}, so no provider would bring it again. Another one is searched if the language profile wants it.</p>`}
			${doomed.source === 'downloaded' && html`<${Checkbox} label="Put it on the blocklist" hint="It is not downloaded again for this title." checked=${isBlocked} onChange=${setBlocked} />`}<//>`
		}
	</section>`;
}

/** @typedef {(subtitle: Subtitle) => unknown} OnSubtitle */

/** @param {{data: SubtitlesOf, onRemove: OnSubtitle | null, onBlock: OnSubtitle, onRetime: OnSubtitle}} props */
function List({data: {subtitles, missing, readAt}, onRemove, onBlock, onRetime}) {
	if (subtitles.length === 0 && missing.length === 0) {
		return html`<p class="hint">${readAt ? 'The file has no subtitles, and its language profile wants none.' : 'The file is being read; its subtitles appear here.'}</p>`;
	}
	return html`<ul class="lines">
		${missing.map(kind => html`<li key=${subtitleName(kind)}><${Badge} kind="warn">Missing<//><span class="grow">${subtitleName(kind)}</span></li>`)}
		${subtitles.map(
			each => html`<li key=${each.id}><${Badge} kind="ok">${each.source}<//>
				<span class="grow">${subtitleName(each)} <span class="hint">${[each.format, each.provider].filter(Boolean).join(' · ')}</span></span>
				${onRemove && each.source !== 'embedded' && each.language && html`<${Button} bare icon="wanted" label=${`Change the times of the subtitle ${subtitleName(each)}`} onClick=${() => onRetime(each)} />`}
				${onRemove && each.source === 'downloaded' && html`<${Button} bare icon="ban" label=${`Block the subtitle ${subtitleName(each)}`} onClick=${() => onBlock(each)} />`}
				${onRemove && each.source !== 'embedded' && html`<${Button} bare icon="trash" label=${`Delete the subtitle ${subtitleName(each)}`} onClick=${() => onRemove(each)} />`}</li>`,
		)}
	</ul>`;
}
