import {useEffect, useState} from 'preact/hooks';
import {query as toQuery} from '../client/client.ts';
import type {StatisticsGroup as Group} from '../client/schemas.ts';
import {Empty, Loaded, Progress, Tabs, ViewHead} from '../parts/blocks.ts';
import {type FieldEvent, html} from '../parts/html.ts';
import {capital, counted, distance, number, size, words} from '../parts/text.ts';
import {useApp} from '../state/app-state.ts';
import {changeQuery, type ViewProps} from '../state/route.ts';
import {type Data, useData} from '../state/use-data.ts';
import {Indexers} from './indexers.ts';

interface Named {
	id: string;
	name: string;
}

interface Figures {
	titles: {all: number; monitored: number; complete: number; missing: number};
	episodes: {all: number; wanted: number; withFile: number} | null;
	files: number;
	bytes: number;
	groups: Record<string, Group[]>;
	addedPerMonth: {month: string; titles: number}[];
}

type Answer = {asOf: string; figures: Figures} | {taskId: string | null; message: string};

/** Milliseconds between two requests for figures that are being computed. */
const pollMs = 2_000;

const types = [
	{value: 'movie', label: 'Movies'},
	{value: 'series', label: 'Series'},
	{value: 'indexers', label: 'Indexers'},
];
/** Properties that are counted by files, then those by titles. */
const byFiles = ['quality', 'resolution', 'videoCodec', 'dynamicRange'];
const byTitles = ['qualityProfile', 'library', 'rootFolder', 'tag', 'decade', 'status'];
/** Bars of one property. */
const maxBars = 12;
const months = 24;

export function View({query}: ViewProps) {
	const type = query.get('type');
	return type === 'indexers'
		? html`<${ViewHead} title="Statistics"><${Types} value=${type} /><//><${Indexers} query=${query} />`
		: html`<${OfLibrary} query=${query} />`;
}

function Types({value}: {value: string}) {
	const choose = (type: string) => changeQuery({type, library: null});
	return html`<${Tabs} label="What is counted" value=${value} choices=${types} onChange=${choose} />`;
}

function OfLibrary({query}: {query: URLSearchParams}) {
	const type = query.get('type') === 'series' ? 'series' : 'movie';
	const found: Data<Answer> = useData(`api/statistics${toQuery({type, libraryId: query.get('library'), tag: query.get('tag')})}`, {
		isKept: true,
	});
	const libraries: Data<{libraries: (Named & {type: string})[]}> = useData('api/libraries');
	const profiles: Data<{qualityProfiles: Named[]}> = useData('api/quality-profiles');
	const labels: Data<{tags: {id: string; label: string}[]}> = useData('api/tags');
	const names = new Map([...(libraries.data?.libraries ?? []), ...(profiles.data?.qualityProfiles ?? [])].map(({id, name}) => [id, name]));
	const own = libraries.data?.libraries.filter(each => (each.type === 'tv' ? 'series' : 'movie') === type) ?? [];
	return html`<${ViewHead} title="Statistics">
			<${Types} value=${type} />
			${
				own.length > 0 &&
				html`<div class="filters"><select aria-label="Library" value=${query.get('library') ?? ''} onChange=${(event: FieldEvent) => changeQuery({library: event.currentTarget.value})}>
					<option value="">All libraries</option>
					${own.map(({id, name}) => html`<option key=${id} value=${id}>${name}</option>`)}
				</select></div>`
			}
			${
				(labels.data?.tags.length ?? 0) > 0 &&
				html`<div class="filters"><select aria-label="Tag" value=${query.get('tag') ?? ''} onChange=${(event: FieldEvent) => changeQuery({tag: event.currentTarget.value})}>
					<option value="">All tags</option>
					${labels.data?.tags.map(({id, label}) => html`<option key=${id} value=${label}>${label}</option>`)}
				</select></div>`
			}
		<//>
		<${Loaded} from=${found}>${(answer: Answer) =>
			'figures' in answer
				? html`<${FiguresOf} figures=${answer.figures} asOf=${answer.asOf} names=${names} />`
				: html`<${NotCounted} answer=${answer} onPoll=${found.reload} />`}<//>`;
}

function NotCounted({answer, onPoll}: {answer: {taskId: string | null; message: string}; onPoll: () => void}) {
	const {client, attempt, may} = useApp();
	const [isAsked, setAsked] = useState(false);
	const runs = isAsked || answer.taskId !== null;
	useEffect(() => {
		const timer = runs ? setTimeout(onPoll, pollMs) : undefined;
		return () => clearTimeout(timer);
	}, [answer, runs]);
	const mayCount = may('runTasks');
	useEffect(() => {
		if (!runs && mayCount) {
			void attempt(() => client.post('api/tasks/statistics/run', {}).then(() => null)).then(setAsked);
		}
	}, []);
	return html`<${Empty} icon="tasks" title=${runs ? 'Being counted' : 'Not counted yet'}>
		<p>${runs ? 'This takes a moment.' : 'The titles are counted within the hour.'}</p><//>`;
}

function FiguresOf({
	figures: {titles, episodes, files, bytes, groups, addedPerMonth},
	asOf,
	names,
}: {
	figures: Figures;
	asOf: string;
	names: ReadonlyMap<string, string>;
}) {
	const shown = [
		['Titles', number(titles.all)],
		['Monitored', number(titles.monitored)],
		['Complete', number(titles.complete)],
		['Missing', number(titles.missing)],
		...(episodes ? [['Episodes', `${number(episodes.withFile)} of ${number(episodes.wanted)}`]] : []),
		['Files', number(files)],
		['Size', size(bytes)],
	];
	const added = addedPerMonth.slice(-months).map(({month, titles: count}) => ({key: month, count, bytes: 0}));
	return html`<dl class="figures">${shown.map(([name, value]) => html`<div key=${name}><dt>${name}</dt><dd class="number">${value}</dd></div>`)}</dl>
		<p class="hint">Counted ${distance(asOf)}.</p>
		<div class="charts">
			${byFiles.map(name => html`<${Bars} key=${name} title=${capital(words(name))} groups=${groups[name] ?? []} unit="file" names=${names} />`)}
			${byTitles.map(
				name => html`<${Bars} key=${name} title=${capital(words(name))} groups=${groups[name] ?? []} unit="title" names=${names}
				nameless=${name === 'library' || name === 'tag' ? 'None' : 'Unknown'} isVerbatim=${name === 'tag'} />`,
			)}
			<${Bars} title="Added per month" groups=${added} unit="title" names=${names} max=${months} />
		</div>`;
}

interface BarsProps {
	title: string;
	groups: readonly Group[];
	unit: string;
	names: ReadonlyMap<string, string>;
	max?: number;
	/** What is without a value. */
	nameless?: string;
	isVerbatim?: boolean;
}

function Bars({title, groups, unit, names, max = maxBars, nameless = 'Unknown', isVerbatim = false}: BarsProps) {
	const largest = Math.max(1, ...groups.map(({count}) => count));
	return (
		groups.length > 0 &&
		html`<section><h2>${title}</h2><ul class="bars">${groups.slice(0, max).map(({key, count, bytes}) => {
			const name = key === null ? nameless : (names.get(key) ?? (isVerbatim ? key : capital(key)));
			const text = `${counted(count, unit)}${bytes > 0 ? `, ${size(bytes)}` : ''}`;
			return html`<li key=${key}><span class="bar-name" dir="auto" title=${name}>${name}</span><span class="muted">${text}</span>
				<${Progress} percent=${(count / largest) * 100} label=${`${name}: ${text}`} /></li>`;
		})}</ul></section>`
	);
}
