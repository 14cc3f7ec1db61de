import {useState} from 'preact/hooks';
import {toMessage} from '../client/problem.js';
import {Badge, Loaded, ViewHead} from '../parts/blocks.js';
import {Button} from '../parts/button.js';
import {Dialog} from '../parts/dialog.js';
import {Form} from '../parts/form.js';
import {html} from '../parts/html.js';
import {Poster} from '../parts/poster.js';
import {day} from '../parts/text.js';
import {useApp} from '../state/app-state.js';
import {to} from '../state/route.js';
import {useData} from '../state/use-data.js';
import {useTitles} from '../state/use-titles.js';
import {TagsField, toTags} from '../title/tags-field.js';

/**
 * @typedef {object} Part
 * @property {number} metaId
 * @property {string} title
 * @property {number | null} year
 * @property {string | null} releaseDate
 * @property {string | null} posterUrl
 * @property {boolean} inLibrary
 * @property {string | null} id
 * @property {boolean} hasFile
 * @property {boolean} excluded
 * @property {boolean} declined
 *
 * @typedef {import('./collections.js').Collection & {overview: string | null, tags: string[], parts: Part[]}} CollectionDetail
 */

/** @param {import('../state/route.js').ViewProps} props */
export function View({params}) {
	const {client, attempt, notify, may} = useApp();
	const path = `api/collections/${encodeURIComponent(params['id'] ?? '')}`;
	/** @type {import('../state/use-data.js').Data<CollectionDetail>} */
	const found = useData(path);
	useTitles(found.reload, ({kind}) => kind === 'movie', 2_000);
	const [isTagging, setTagging] = useState(false);
	const monitor = (/** @type {boolean} */ monitored) =>
		attempt(async () => {
			await client.put(path, {monitored});
			found.reload();
		});
	const add = (/** @type {number[] | null} */ metaIds) =>
		attempt(async () => void notify((await client.post(`${path}/add-missing`, {metaIds})).message));
	return html`<${Loaded} from=${found}>${(/** @type {CollectionDetail} */ {title, overview, monitored, missing, tags, parts}) => html`
		<${ViewHead} title=${title}>
			${
				may('editTitles') &&
				html`<${Button} icon=${monitored ? 'eye' : 'eyeOff'} label=${monitored ? 'Monitored' : 'Monitor'} pressed=${monitored} onClick=${() => monitor(!monitored)} />
				<${Button} label="Tags" onClick=${() => setTagging(true)} />
				<${Button} kind="primary" icon="plus" label="Add missing" disabled=${!missing} onClick=${() => add(null)} />`
			}
		<//>
		${overview && html`<p class="overview" dir="auto">${overview}</p>`}
		<p class="hint">${monitored ? 'Missing films are added as soon as they are released.' : 'Missing films are only added when you say so.'}${tags.length > 0 && ` They are tagged ${tags.join(', ')}.`}</p>
		<ul class="rows results">${parts.map(
			part => html`<${Row} key=${part.metaId} part=${part} mayAdd=${may('editTitles')} onAdd=${() => add([part.metaId])} />`,
		)}</ul>
		${isTagging && html`<${TagsDialog} path=${path} tags=${tags} onClose=${() => setTagging(false)} onSaved=${found.reload} />`}`}<//>`;
}

/**
 * The tags that films of the collection get when they are added.
 * @param {{path: string, tags: string[], onClose: () => void, onSaved: () => void}} props
 */
function TagsDialog({path, tags, onClose, onSaved}) {
	const {client, notify} = useApp();
	const [text, setText] = useState(tags.join(', '));
	const [fault, setFault] = useState('');
	const save = async () => {
		try {
			await client.put(path, {tags: toTags(text)});
			notify('Saved.');
			onClose();
			onSaved();
		} catch (error) {
			setFault(toMessage(error));
		}
	};
	return html`<${Dialog} title="Tags of films that are added" onClose=${onClose}>
		<${Form} class="form" onSubmit=${save}>
			<${TagsField} value=${text} fault=${fault} onInput=${setText} />
			<footer class="actions"><${Button} label="Cancel" onClick=${onClose} /><${Button} kind="primary" type="submit" label="Save" /></footer>
		<//>
	<//>`;
}

/** @param {{part: Part, mayAdd: boolean, onAdd: () => unknown}} props */
function Row({part: {title, year, releaseDate, posterUrl, inLibrary, id, hasFile, excluded, declined}, mayAdd, onAdd}) {
	return html`<li class="row result">
		<${Poster} title=${title} url=${posterUrl} />
		<div class="result-about">
			<h2>${inLibrary ? html`<a href=${to(`movies/${id}`)}>${title}</a>` : title} <span class="muted">${year ?? ''}</span></h2>
			<p class="facts"><span>${releaseDate ? day(releaseDate) : 'No date yet'}</span>
				${declined && !inLibrary && html`<span>Deleted by somebody</span>`}${excluded && html`<span>Excluded</span>`}</p>
		</div>
		<div class="result-action">${
			inLibrary
				? html`<${Badge} kind=${hasFile ? 'ok' : 'warn'}>${hasFile ? 'In the library' : 'Without a file'}<//>`
				: mayAdd && !excluded && html`<${Button} icon="plus" label="Add" onClick=${onAdd} />`
		}</div>
	</li>`;
}
