import {useState} from 'preact/hooks';
import {toProblem} from '../client/problem.js';
import {TagsField, toTags} from '../forms/title-tags-field.js';
import {Badge, Failure, Loaded, ViewHead, Waiting} from '../parts/blocks.js';
import {Button} from '../parts/button.js';
import {Dialog} from '../parts/dialog.js';
import {Checkbox, SelectField} from '../parts/field.js';
import {Form} from '../parts/form.js';
import {html} from '../parts/html.js';
import {Poster} from '../parts/poster.js';
import {day} from '../parts/text.js';
import {useApp} from '../state/app-state.js';
import {availabilities, toFolderChoices, toProfileChoices, useChoices, useLibraries} from '../state/choices.js';
import {to} from '../state/route.js';
import {useData} from '../state/use-data.js';
import {useTitleEvents} from '../state/use-title-events.js';

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
 * @typedef {object} Adding
 * @property {string | null} libraryId
 * @property {string | null} rootFolderPath
 * @property {string | null} qualityProfileId
 * @property {string | null} minimumAvailability
 * @property {boolean} searchOnAdd
 * @property {string[]} tags
 *
 * @typedef {import('./collections.js').Collection & Adding & {overview: string | null, parts: Part[]}} CollectionDetail
 */

/** @param {import('../state/route.js').ViewProps} props */
export function View({params}) {
	const {client, attempt, notify, may} = useApp();
	const path = `api/collections/${encodeURIComponent(params['id'] ?? '')}`;
	/** @type {import('../state/use-data.js').Data<CollectionDetail>} */
	const found = useData(path);
	useTitleEvents(found.reload, ({kind}) => kind === 'movie', 2_000);
	const [isChoosing, setChoosing] = useState(false);
	const monitor = (/** @type {boolean} */ monitored) =>
		attempt(async () => {
			await client.put(path, {monitored});
			found.reload();
		});
	const add = (/** @type {number[] | null} */ metaIds) =>
		attempt(async () => void notify((await client.post(`${path}/add-missing`, {metaIds})).message));
	return html`<${Loaded} from=${found}>${(/** @type {CollectionDetail} */ collection) => {
		const {title, overview, monitored, missing, tags, parts} = collection;
		return html`
		<${ViewHead} title=${title}>
			${
				may('addTitles') &&
				html`<${Button} icon=${monitored ? 'eye' : 'eyeOff'} label=${monitored ? 'Monitored' : 'Monitor'} pressed=${monitored} onClick=${() => monitor(!monitored)} />
				<${Button} label="How films are added" onClick=${() => setChoosing(true)} />
				<${Button} kind="primary" icon="plus" label="Add missing" disabled=${!missing} onClick=${() => add(null)} />`
			}
		<//>
		${overview && html`<p class="overview" dir="auto">${overview}</p>`}
		<p class="hint">${monitored ? 'Missing films are added as soon as they are released.' : 'Missing films are added only on request.'}${tags.length > 0 && ` They are tagged ${tags.join(', ')}.`}</p>
		<ul class="rows results">${parts.map(
			part => html`<${Row} key=${part.metaId} part=${part} mayAdd=${may('addTitles')} onAdd=${() => add([part.metaId])} />`,
		)}</ul>
		${isChoosing && html`<${AddingDialog} path=${path} collection=${collection} onClose=${() => setChoosing(false)} onSaved=${found.reload} />`}`;
	}}<//>`;
}

const ofNewest = {value: '', label: 'As for its newest film here'};
const choosable = ['libraryId', 'rootFolderPath', 'qualityProfileId', 'minimumAvailability', 'tags'];

/**
 * How films of the collection are added.
 * @param {{path: string, collection: CollectionDetail, onClose: () => void, onSaved: () => void}} props
 */
function AddingDialog({path, collection, onClose, onSaved}) {
	const {client, notify} = useApp();
	const {profiles, folders, error} = useChoices();
	const libraries = useLibraries('movies');
	const [changed, setChanged] = useState(/** @type {Record<string, unknown>} */ ({}));
	const [tags, setTags] = useState(collection.tags.join(', '));
	const [problem, setProblem] = useState(/** @type {import('../client/problem.js').Problem | null} */ (null));
	const values = {...collection, ...changed};
	const save = async () => {
		try {
			await client.put(path, {...changed, ...(tags !== collection.tags.join(', ') && {tags: toTags(tags)})});
			notify('Saved.');
			onClose();
			onSaved();
		} catch (failure) {
			setProblem(toProblem(failure));
		}
	};
	/** @param {Exclude<keyof Adding, 'searchOnAdd' | 'tags'>} name @param {string} label @param {readonly any[]} choices */
	const select = (name, label, choices) =>
		html`<${SelectField} label=${label} value=${values[name] ?? ''} choices=${[ofNewest, ...choices]} fault=${problem?.of(name)}
			onChange=${(/** @type {string} */ value) => setChanged({...changed, [name]: value || null})} />`;
	return html`<${Dialog} title="How films are added" onClose=${onClose}>
		${error && html`<${Failure} error=${error} />`}
		${
			profiles && folders
				? html`<${Form} class="form" onSubmit=${save}>
				${libraries.length > 0 && select('libraryId', 'Library', libraries)}
				${select('rootFolderPath', 'Root folder', toFolderChoices(folders))}
				${select('qualityProfileId', 'Quality profile', toProfileChoices(profiles))}
				${select('minimumAvailability', 'When to search', availabilities)}
				<${TagsField} value=${tags} fault=${problem?.of('tags')} onInput=${setTags} />
				<${Checkbox} label="Search for them once they are added" checked=${values.searchOnAdd}
					onChange=${(/** @type {boolean} */ searchOnAdd) => setChanged({...changed, searchOnAdd})} />
				${problem?.isBeyond(choosable) && html`<${Failure} error=${problem} />`}
				<footer class="actions"><${Button} label="Cancel" onClick=${onClose} /><${Button} kind="primary" type="submit" label="Save" /></footer>
			<//>`
				: html`<${Waiting} rows=${4} />`
		}
	<//>`;
}

/** @param {{part: Part, mayAdd: boolean, onAdd: () => unknown}} props */
function Row({part: {title, year, releaseDate, posterUrl, inLibrary, id, hasFile, excluded, declined}, mayAdd, onAdd}) {
	return html`<li class="row result">
		<${Poster} title=${title} url=${posterUrl} />
		<div class="result-about">
			<h2>${inLibrary ? html`<a href=${to(`movies/${id}`)}>${title}</a>` : title} <span class="muted">${year ?? ''}</span></h2>
			<p class="facts"><span>${releaseDate ? day(releaseDate) : 'No date yet'}</span>
				${declined && !inLibrary && html`<span>Deleted by a person</span>`}${excluded && html`<span>Excluded</span>`}</p>
		</div>
		<div class="result-action">${
			inLibrary
				? html`<${Badge} kind=${hasFile ? 'ok' : 'warn'}>${hasFile ? 'In the library' : 'Without a file'}<//>`
				: mayAdd && !excluded && html`<${Button} icon="plus" label="Add" onClick=${onAdd} />`
		}</div>
	</li>`;
}
