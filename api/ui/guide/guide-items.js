import {useState} from 'preact/hooks';
import {query as toQuery} from '../client/client.js';
import {Badge, Empty, Loaded} from '../parts/blocks.js';
import {SelectField, TextField} from '../parts/field.js';
import {html} from '../parts/html.js';
import {useApp} from '../state/app-state.js';
import {useData} from '../state/use-data.js';

/**
 * @typedef {object} Item
 * @property {string} key
 * @property {'profile' | 'format' | 'sizes'} kind
 * @property {'radarr' | 'sonarr'} program
 * @property {string} name
 * @property {string | null} description
 * @property {string | null} fault
 * @property {boolean} isChosen
 */

/** As many as the service gives at once; a guide has about half of it. */
const limit = 1000;

const programs = [
	{value: '', label: 'Movies and series'},
	{value: 'radarr', label: 'Movies'},
	{value: 'sonarr', label: 'Series'},
];

/** @type {Record<string, string>} */
const about = {
	profile: 'A profile brings the custom formats that it scores.',
	format: 'These come on top of those of your profiles, and are scored in each profile that you chose for the same kind.',
	sizes: 'Movies and series share one table of sizes: of several sets the widest limits count.',
};

/** The items of a kind, each chosen or not. @param {{kind: string, onChanged: () => void}} props */
export function GuideItems({kind, onChanged}) {
	const {client, attempt} = useApp();
	const [program, setProgram] = useState('');
	const [search, setSearch] = useState('');
	/** @type {import('../state/use-data.js').Data<{items: readonly Item[]}>} */
	const shown = useData(`api/guide/items${toQuery({kind, limit, program: program || undefined})}`);
	const words = search.trim().toLowerCase();
	const choose = (/** @type {Item} */ {key, isChosen}) =>
		attempt(async () => {
			await client.post('api/guide/choose', {keys: [key], chosen: !isChosen});
			shown.change(data => ({...data, items: data.items.map(each => (each.key === key ? {...each, isChosen: !isChosen} : each))}));
			onChanged();
		});
	return html`<p class="hint">${about[kind]}</p>
		<div class="guide-filters">
			<${TextField} label="Name" type="search" value=${search} onInput=${setSearch} />
			<${SelectField} label="For" value=${program} choices=${programs} onChange=${setProgram} />
		</div>
		<${Loaded} from=${shown}>${(/** @type {{items: readonly Item[]}} */ {items}) => {
			const found = items.filter(({name}) => name.toLowerCase().includes(words));
			return found.length === 0
				? html`<${Empty} icon="search" title="Nothing with that name" />`
				: html`<ul class="rows guide-items">${found.map(item => html`<${ItemRow} key=${item.key} item=${item} onChoose=${() => choose(item)} />`)}</ul>`;
		}}<//>`;
}

/** @param {{item: Item, onChoose: () => void}} props */
function ItemRow({item: {key, name, program, description, fault, isChosen}, onChoose}) {
	const id = `guide-${key}`;
	return html`<li class="row guide-item">
		<input id=${id} type="checkbox" checked=${isChosen} disabled=${fault !== null && !isChosen} aria-describedby=${`${id}-about`} onChange=${onChoose} />
		<div><label for=${id}>${name}</label> <${Badge}>${program === 'radarr' ? 'Movies' : 'Series'}<//>
			<p id=${`${id}-about`} class="hint">${fault ? `Cannot be used: ${fault}.` : description}</p></div>
	</li>`;
}
