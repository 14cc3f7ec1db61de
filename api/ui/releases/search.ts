import {useState} from 'preact/hooks';
import {Empty, ViewHead} from '../parts/blocks.ts';
import {Button} from '../parts/button.ts';
import {Checkbox, SelectField, TextField} from '../parts/field.ts';
import {Form} from '../parts/form.ts';
import {html} from '../parts/html.ts';
import {changeQuery, type ViewProps} from '../state/route.ts';
import {type Data, useData} from '../state/use-data.ts';
import {FoundReleases} from './found-releases.ts';

const kinds = [
	{value: '', label: 'Everything'},
	{value: '2000', label: 'Movies'},
	{value: '5000', label: 'Series'},
	{value: '5070', label: 'Anime'},
	{value: 'own', label: 'Other categories'},
];

const categoriesForm = /^\d{1,6}(,\d{1,6})*$/;

/** Searches all indexers, or some, for any words. */
export function View({query}: ViewProps) {
	const [text, setText] = useState(query.get('q') ?? '');
	const [kind, setKind] = useState(kindOf(query.get('categories') ?? ''));
	const [own, setOwn] = useState(query.get('categories') ?? '');
	const [chosen, setChosen] = useState(listOf(query.get('indexers')));
	const [fault, setFault] = useState('');
	const indexers: Data<{indexers: {id: string; name: string; enabled: boolean}[]}> = useData('api/indexers');
	const search = async () => {
		const categories = kind === 'own' ? own.replaceAll(' ', '') : kind;
		const isWrong = kind === 'own' && !categoriesForm.test(categories);
		setFault(isWrong ? 'Numbers of Newznab categories, separated by commas, such as 2040,2045' : '');
		if (!isWrong && text.trim()) {
			changeQuery({q: text.trim(), categories, indexers: chosen.join(',')});
		}
	};
	const toggle = (id: string) => (isOn: boolean) => setChosen(isOn ? [...chosen, id] : chosen.filter(each => each !== id));
	const enabled = (indexers.data?.indexers ?? []).filter(each => each.enabled);
	return html`<${ViewHead} title="Search releases" />
		<${Form} class="release-search" onSubmit=${search}>
			<${TextField} label="Search for" type="search" placeholder="Title, year, group" value=${text} onInput=${setText} />
			<${SelectField} label="Kind" value=${kind} choices=${kinds} onChange=${setKind} />
			${kind === 'own' && html`<${TextField} label="Categories" value=${own} onInput=${setOwn} fault=${fault} hint="Such as 2040,2045" />`}
			<${Button} type="submit" kind="primary" icon="search" label="Search" />
			${
				enabled.length > 1 &&
				html`<details open=${chosen.length > 0}><summary>${chosen.length === 0 ? 'All indexers' : `${chosen.length} of ${enabled.length} indexers`}</summary>
				<div class="choices" role="group" aria-label="Indexers">${enabled.map(each => html`<${Checkbox} key=${each.id} label=${each.name} checked=${chosen.includes(each.id)} onChange=${toggle(each.id)} />`)}</div></details>`
			}
		<//>
		${query.get('q') ? html`<${FoundReleases} request=${requestOf(query)} />` : html`<${Empty} icon="search" title="What are you looking for?"><p>The words go to the indexers as they are. What is found can be grabbed for any title of the library.</p><//>`}`;
}

function kindOf(categories: string) {
	return kinds.some(({value}) => value === categories) ? categories : 'own';
}

const listOf = (text: string | null) => (text ? text.split(',') : []);

function requestOf(query: URLSearchParams) {
	const [categories, indexers] = [listOf(query.get('categories')), listOf(query.get('indexers'))];
	return {
		query: query.get('q'),
		...(categories.length > 0 && {categories: categories.map(Number)}),
		...(indexers.length > 0 && {indexers}),
		limit: 1000,
	};
}
