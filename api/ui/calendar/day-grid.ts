import {html} from '../parts/html.ts';
import {episodeCode} from '../parts/text.ts';
import {to} from '../state/route.ts';
import {addDays, type CalendarEvent, dayOf, shortDay, stateOf} from './days.ts';

/** Events of a day that are named; the agenda has all. */
const maxNamed = 8;
const daysOfWeek = 7;

/**
 * Whole weeks, one below the other.
 * On a phone the days are a list, without those that have nothing.
 */
export function DayGrid({start, days, events}: {start: Date; days: number; events: readonly CalendarEvent[]}) {
	const byDay = Map.groupBy(events, ({date}) => date.slice(0, 10));
	const today = dayOf(new Date());
	const isMonth = days > daysOfWeek;
	const week = Array.from({length: daysOfWeek}, (_, index) => shortDay(dayOf(addDays(start, index))).split(',')[0]);
	return html`${isMonth && html`<div class="weekdays" aria-hidden="true">${week.map(name => html`<span key=${name}>${name}</span>`)}</div>`}
	<ol class=${`day-grid ${isMonth ? 'month' : ''}`}>${Array.from({length: days}, (_, index) => {
		const day = dayOf(addDays(start, index));
		const own = byDay.get(day) ?? [];
		const rest = own.length - maxNamed;
		return html`<li key=${day} class=${`${day === today ? 'today' : ''} ${own.length === 0 ? 'nothing' : ''}`}>
			<h2 aria-current=${day === today ? 'date' : undefined}>${dayName(day)}</h2>
			<ul>${own.slice(0, maxNamed).map(each => html`<${Named} key=${each.id + each.event} event=${each} />`)}</ul>
			${rest > 0 && html`<a class="hint" href=${to(`calendar?from=${day}`)}>${rest} more</a>`}
		</li>`;
	})}</ol>`;
}

/** The weekday can be hidden where it stands above its column. */
function dayName(day: string) {
	const [weekday = '', ...rest] = shortDay(day).split(', ');
	return html`<span class="weekday">${weekday}, </span>${rest.join(', ')}`;
}

function Named({event}: {event: CalendarEvent}) {
	const isMovie = event.type === 'movie';
	const path = isMovie ? `movies/${event.id}` : `series/${event.seriesId}`;
	const {text, tone} = stateOf(event, dayOf(new Date()));
	const name = isMovie ? event.title : `${event.seriesTitle} ${episodeCode(event)}`;
	return html`<li><a class=${tone === 'quiet' ? '' : tone} href=${to(path)} title=${`${name}: ${text}`}>${event.hasFile ? '✓ ' : ''}${name}</a></li>`;
}
