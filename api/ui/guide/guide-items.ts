import {useState} from 'preact/hooks';
import {query as toQuery} from '../client/client.ts';
import type {GuideItem as Item} from '../client/schemas.ts';
import {Badge, Empty, Loaded} from '../parts/blocks.ts';
import {SelectField, TextField} from '../parts/field.ts';
import {html} from '../parts/html.ts';
import {useApp} from '../state/app-state.ts';
import {type Data, useData} from '../state/use-data.ts';

/** As many as the service gives at once; a guide has about half of it. */
const limit = 1000;

const programs = [
	{value: '', label: 'Movies and series'},
	{value: 'radarr', label: 'Movies'},
	{value: 'sonarr', label: 'Series'},
];

const about: Record<string, string> = {
	profile: 'A profile brings the custom formats that it scores.',
	format: 'These come on top of those of your profiles, and are scored in each profile that you chose for the same kind.',
	sizes: 'Movies and series share one table of sizes: of several sets the widest limits count.',
};

/** The items of a kind, each chosen or not. */
export function GuideItems({kind, onChanged}: {kind: string; onChanged: () => void}) {
	const {client, attempt} = useApp();
	const [program, setProgram] = useState('');
	const [search, setSearch] = useState('');
	const shown: Data<{items: readonly Item[]}> = useData(`api/guide/items${toQuery({kind, limit, program: program || undefined})}`);
	const words = search.trim().toLowerCase();
	const choose = ({key, isChosen}: Item) =>
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
		<${Loaded} from=${shown}>${({items}: {items: readonly Item[]}) => {
			const found = items.filter(({name}) => name.toLowerCase().includes(words));
			return found.length === 0
				? html`<${Empty} icon="search" title="Nothing with that name" />`
				: html`<ul class="rows guide-items">${found.map(item => html`<${ItemRow} key=${item.key} item=${item} onChoose=${() => choose(item)} />`)}</ul>`;
		}}<//>`;
}

function ItemRow({item: {key, name, program, description, fault, isChosen}, onChoose}: {item: Item; onChoose: () => void}) {
	const id = `guide-${key}`;
	return html`<li class="row guide-item">
		<input id=${id} type="checkbox" checked=${isChosen} disabled=${fault !== null && !isChosen} aria-describedby=${`${id}-about`} onChange=${onChoose} />
		<div><label for=${id}>${name}</label> <${Badge}>${program === 'radarr' ? 'Movies' : 'Series'}<//>
			<p id=${`${id}-about`} class="hint">${fault ? `Cannot be used: ${fault}.` : description}</p></div>
	</li>`;
}
