import {useState} from 'preact/hooks';
import {query as toQuery} from '../client/client.ts';
import {Badge, Empty, Loaded, Tabs, ViewHead} from '../parts/blocks.ts';
import {Button} from '../parts/button.ts';
import {DayField} from '../parts/day-field.ts';
import {html} from '../parts/html.ts';
import {episodeCode} from '../parts/text.ts';
import {useApp} from '../state/app-state.ts';
import {useLibraries} from '../state/choices.ts';
import {changeQuery, to, type ViewProps} from '../state/route.ts';
import {type Data, useData} from '../state/use-data.ts';
import {DayGrid} from './day-grid.ts';
import {addDays, type CalendarEvent, dayOf, spanOf, stateOf, weekday} from './days.ts';
import {FeedDialog} from './feed-dialog.ts';

const views = [
	{value: '', label: 'Agenda'},
	{value: 'week', label: 'Week'},
	{value: 'month', label: 'Month'},
];
const eventNames: Record<string, string> = {
	inCinemas: 'In cinemas',
	digitalRelease: 'Digital release',
	physicalRelease: 'On disc',
	digital: 'Digital release',
	physical: 'On disc',
};

export function View({query}: ViewProps) {
	const {user} = useApp();
	const [isFeedOpen, setFeedOpen] = useState(false);
	const view = query.get('view') ?? '';
	const {start, days, earlier, later, name, step} = spanOf(view, query.get('from'));
	const end = addDays(start, days - 1);
	const calendar: Data<{events: CalendarEvent[]}> = useData(
		`api/calendar${toQuery({start: dayOf(start), end: dayOf(end), unmonitored: query.get('all')})}`,
		{isKept: true},
	);
	const [films, shows] = [useLibraries('movies'), useLibraries('series')];
	// Where there is but one, its name says nothing.
	const nameOf = ({type, libraryId}: CalendarEvent) => {
		const own = type === 'movie' ? films : shows;
		return own.length > 1 ? (own.find(({value}) => value === libraryId)?.label ?? null) : null;
	};
	const go = (to: Date) => () => changeQuery({from: dayOf(to)});
	return html`<${ViewHead} title="Calendar" count=${name}>
			<${Tabs} label="What is shown" value=${view} choices=${views} onChange=${(value: string) => changeQuery({view: value, from: null})} />
			<${Button} label="Show unmonitored" icon="eyeOff" pressed=${query.has('all')} onClick=${() => changeQuery({all: query.get('all') ? null : 'true'})} />
			${user.get()?.role === 'admin' && html`<${Button} label="Feed" icon="link" onClick=${() => setFeedOpen(true)} />`}
			<div class="stepper"><${Button} bare icon="back" label=${`${step} earlier`} onClick=${go(earlier)} />
			<${DayField} label="Go to a day" isBare value="" onChange=${(day: string) => changeQuery({from: day || null})} />
			<${Button} label="Today" onClick=${() => changeQuery({from: null})} />
			<${Button} bare icon="forward" label=${`${step} later`} onClick=${go(later)} /></div>
		<//>
		<${Loaded} from=${calendar}>${({events}: {events: CalendarEvent[]}) => {
			if (view !== '') {
				return html`<${DayGrid} start=${start} days=${days} events=${events} />`;
			}
			return events.length === 0
				? html`<${Empty} icon="calendar" title="Nothing airs or is released in these weeks"><p>Episodes and releases of monitored titles appear here.</p><//>`
				: html`<${Days} events=${events} nameOf=${nameOf} />`;
		}}<//>
		${isFeedOpen && html`<${FeedDialog} onClose=${() => setFeedOpen(false)} />`}`;
}

function Days({events, nameOf}: {events: CalendarEvent[]; nameOf: (event: CalendarEvent) => string | null}) {
	const days = Map.groupBy(events, ({date}) => date.slice(0, 10));
	const today = dayOf(new Date());
	return html`<ol class="days">${[...days].map(
		([day, own]) => html`<li key=${day} class=${day === today ? 'today' : day < today ? 'past' : ''}>
			<h2>${weekday(day)}${day === today && html` <${Badge} kind="info">Today<//>`}</h2>
			<ul class="rows">${own.map(each => html`<${Event} key=${each.id + each.event} event=${each} library=${nameOf(each)} />`)}</ul>
		</li>`,
	)}</ol>`;
}

function Event({event, library}: {event: CalendarEvent; library: string | null}) {
	const isMovie = event.type === 'movie';
	const {text, tone} = stateOf(event, dayOf(new Date()));
	return html`<li class="row event">
		<span class="what">${
			isMovie
				? html`<a href=${to(`movies/${event.id}`)}>${event.title}</a>`
				: html`<a href=${to(`series/${event.seriesId}`)}>${event.seriesTitle}</a> <span class="muted number">${episodeCode(event)}</span> <span class="muted">${event.title}</span>`
		}</span>
		${library && html`<span class="hint">${library}</span>`}
		${isMovie && html`<span class="hint">${eventNames[event.event] ?? event.event}</span>`}
		<${Badge} kind=${tone}>${text}<//>
	</li>`;
}
