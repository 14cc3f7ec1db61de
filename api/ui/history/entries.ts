import {useState} from 'preact/hooks';
import type {HistoryEntry} from '../client/types.ts';
import {Badge} from '../parts/blocks.ts';
import {Button} from '../parts/button.ts';
import {Confirm} from '../parts/dialog.ts';
import {html} from '../parts/html.ts';
import {Poster} from '../parts/poster.ts';
import {ReleaseName} from '../parts/release-name.ts';
import {PickBox} from '../parts/selection-bar.ts';
import {capital, size, time, withMoments, words} from '../parts/text.ts';
import {useApp} from '../state/app-state.ts';
import {dateFormat} from '../state/formats.ts';
import {to} from '../state/route.ts';
import type {Picked} from '../state/use-picked.ts';
import {lookOf, nameOf, pathOf} from './what-happened.ts';

function reasonOf({data}: HistoryEntry) {
	const reason = data['reason'] ?? data['message'] ?? data['error'];
	return typeof reason === 'string' ? reason : null;
}

/** Reasons that are stored as one word. */
const reasons: Readonly<Record<string, string>> = {
	import: 'after its import',
	person: 'by hand',
};

const reasonText = (reason: string) => reasons[reason] ?? (/^[a-z_]+$/i.test(reason) ? words(reason) : reason);

/** Names of a title that say no more than the link to it. */
const plainNames = ({title, year}: NonNullable<HistoryEntry['media']>) => [title, `${title} (${year})`];

const dayFormat = dateFormat({weekday: 'long'});

/** Lines of one day each, in the time zone of the reader. */
function byDay(entries: readonly HistoryEntry[]) {
	const days = Map.groupBy(entries, ({timestamp}) => dayFormat.format(new Date(timestamp)));
	return [...days];
}

type Selection = Picked<HistoryEntry>['selection'];

export function Entries({
	entries,
	withLinks = false,
	selection = null,
	onChange = () => {},
}: {
	entries: readonly HistoryEntry[];
	withLinks?: boolean;
	selection?: Selection;
	onChange?: () => void;
}) {
	return html`${byDay(entries).map(
		([name, own]) => html`<section key=${name} class="day"><h2>${name}</h2>
			<ul class="rows dense">${own.map(each => html`<${Entry} key=${each.id} entry=${each} withLinks=${withLinks} selection=${selection} onChange=${onChange} />`)}</ul></section>`,
	)}`;
}

export const isGrab = ({event}: HistoryEntry) => event === 'grabbed';

function Entry({
	entry,
	withLinks,
	selection,
	onChange,
}: {
	entry: HistoryEntry;
	withLinks: boolean;
	selection: Selection;
	onChange: () => void;
}) {
	const [isOpen, setOpen] = useState(false);
	const {media} = entry;
	const {kind, label} = lookOf(entry.event);
	const reason = reasonOf(entry);
	const facts = [entry.quality, entry.indexer, reason && reasonText(reason)].filter(Boolean);
	const isNamed = withLinks && media;
	return html`<li class=${withLinks ? 'line with-poster' : 'line'}>
		${withLinks && html`<${Poster} title=${media?.title ?? entry.title} url=${media?.posterUrl ?? null} />`}
		<div class="line-head">
			<span class="number">${isGrab(entry) && html`<${PickBox} selection=${selection} id=${entry.id} name=${entry.title} />`}${time(entry.timestamp)}</span>
			<${Badge} kind=${kind}>${label}<//>
			<span class="what">${isNamed ? html`<a href=${to(pathOf(media))} dir="auto">${nameOf(media)}</a>` : html`<${ReleaseName} name=${entry.title} />`}
				${facts.length > 0 && html`<span class="hint">${facts.join(' · ')}</span>`}
				${entry.data['byPerson'] === true && html`<span class="hint">Chosen by hand${typeof entry.data['despite'] === 'string' ? `, although: ${entry.data['despite']}` : ''}</span>`}
				${isNamed && !plainNames(media).includes(entry.title) && html`<span class="hint release-of"><${ReleaseName} name=${entry.title} /></span>`}</span>
			<${Button} bare icon="down" expanded=${isOpen} label=${`Details of ${entry.title}`} onClick=${() => setOpen(!isOpen)} />
		</div>
		${isOpen && html`<${Details} entry=${entry} onChange=${onChange} />`}
	</li>`;
}

function shown(name: string, value: unknown) {
	return name === 'size' && typeof value === 'number' ? size(value) : value === 'person' ? 'by hand' : withMoments(String(value));
}

function Details({entry, onChange}: {entry: HistoryEntry; onChange: () => void}) {
	const {user} = useApp();
	const {quality, qualityScore, indexer, downloadClient, downloadId, data} = entry;
	const facts = Object.entries({quality, qualityScore, indexer, downloadClient, downloadId, ...data}).filter(
		([, value]) => value !== null && value !== '',
	);
	return html`<div class="line-more">
		<dl class="file">${facts.map(([name, value]) => html`<div key=${name} class=${String(value).length > 24 ? 'long' : ''}><dt>${capital(words(name))}</dt><dd>${shown(name, value)}</dd></div>`)}</dl>
		${isGrab(entry) && user.get()?.role === 'admin' && html`<${MarkAsFailed} entry=${entry} onChange=${onChange} />`}
	</div>`;
}

function MarkAsFailed({entry, onChange}: {entry: HistoryEntry; onChange: () => void}) {
	const {client, attempt} = useApp();
	const [isAsking, setAsking] = useState(false);
	const mark = async () => {
		if (await attempt(() => client.post(`api/history/${entry.id}/failed`))) {
			setAsking(false);
			onChange();
		}
	};
	return html`<${Button} kind="danger" icon="ban" label="Mark as failed" onClick=${() => setAsking(true)} />
		${
			isAsking &&
			html`<${Confirm} title="Mark as failed?" action="Mark as failed" onConfirm=${mark} onClose=${() => setAsking(false)}>
			<p>${entry.title}</p><p>It is put on the blocklist, its download is removed, and another release is searched for if the title is monitored.</p><//>`
		}`;
}
