import {useEffect, useState} from 'preact/hooks';
import {query as toQuery} from '../client/client.ts';
import {Badge, Empty, Loaded} from '../parts/blocks.ts';
import {Button} from '../parts/button.ts';
import {Dialog} from '../parts/dialog.ts';
import {Checkbox, SelectField, TextField} from '../parts/field.ts';
import {Form} from '../parts/form.ts';
import {html} from '../parts/html.ts';
import {Paged} from '../parts/pager.ts';
import {capital, counted} from '../parts/text.ts';
import type {OpenApi, Schema} from '../schema/document.ts';
import {type Data, useData} from '../state/use-data.ts';
import {type Entry, type Setting, type Site, SiteForm} from './site-form.ts';

interface Found {
	definitions: readonly Site[];
	languages: readonly string[];
	pagination: {total: number};
}

const shownAtOnce = 50;
/** Of a file. */
const maxFaults = 5;

/** Standard categories by which sites are chosen. */
const contents: readonly (readonly [number, string])[] = [
	[2000, 'Movies'],
	[5000, 'Series'],
	[5070, 'Anime'],
	[5080, 'Documentaries'],
	[5060, 'Sports'],
	[3000, 'Music'],
	[7000, 'Books'],
];

/**
 * Sites that definitions describe, to be added as indexers.
 * @param props `schema` is that of an added indexer.
 */
export function SiteCatalogue({onAdded, ...described}: {document: OpenApi; schema: Schema; onAdded: () => void}) {
	const [isOpen, setOpen] = useState(false);
	const [site, setSite] = useState<Site | null>(null);
	const close = () => {
		setSite(null);
		setOpen(false);
	};
	const added = () => {
		close();
		onAdded();
	};
	return html`<${Button} icon="search" label="Choose a site" onClick=${() => setOpen(true)} />
		${isOpen && !site && html`<${Sites} onChoose=${setSite} onClose=${close} />`}
		${site && html`<${SiteDialog} key=${site.key} ...${described} site=${site} onClose=${close} onAdded=${added} />`}`;
}

function Sites({onChoose, onClose}: {onChoose: (site: Site) => void; onClose: () => void}) {
	const [text, setText] = useState('');
	const [wanted, setWanted] = useState({search: '', language: '', privacy: ''});
	const [has, setHas] = useState<readonly number[]>([]);
	const [others, setOthers] = useState({adult: false, faulty: false});
	const [page, setPage] = useState(1);
	const given = Object.fromEntries(Object.entries({...wanted, categories: has.join(',')}).filter(([, value]) => value !== ''));
	const asked = toQuery({...given, ...others});
	useEffect(() => setPage(1), [asked]);
	const goTo = (to: number) => {
		setPage(to);
		document.querySelector('dialog')?.scrollTo(0, 0);
	};
	const list: Data<Found> = useData(`api/indexer-definitions${toQuery({...given, ...others, page, limit: shownAtOnce})}`);
	const added: Data<{indexers: readonly {definition: string | null}[]}> = useData('api/indexers');
	const isAdded = ({key}: Site) => added.data?.indexers.some(({definition}) => definition === key) ?? false;
	const choose = (name: keyof typeof wanted) => (value: string) => setWanted(last => ({...last, [name]: value}));
	const all = {value: '', label: 'All'};
	const languages = (list.data?.languages ?? []).map(value => ({value, label: value}));
	const privacies = ['public', 'semi-private', 'private'].map(value => ({value, label: value}));
	return html`<${Dialog} title="Choose a site" wide onClose=${onClose}>
		<${Form} class="filters" onSubmit=${() => choose('search')(text)}>
			<${TextField} label="Name" value=${text} onInput=${setText} type="search" />
			<${SelectField} label="Language" value=${wanted.language} onChange=${choose('language')} choices=${[all, ...languages]} />
			<${SelectField} label="Access" value=${wanted.privacy} onChange=${choose('privacy')} choices=${[all, ...privacies]} />
			<${Button} type="submit" label="Search" />
		<//>
		<fieldset class="group"><legend>Has all of</legend><div class="choices">${contents.map(
			([number, label]) => html`<${Checkbox} key=${number} label=${label} checked=${has.includes(number)}
				onChange=${(isWanted: boolean) => setHas(last => (isWanted ? [...last, number] : last.filter(each => each !== number)))} />`,
		)}</div></fieldset>
		<div class="choices">
			<${Checkbox} label="Also sites only for adults" checked=${others.adult} onChange=${(adult: boolean) => setOthers(last => ({...last, adult}))} />
			<${Checkbox} label="Show files with faults" checked=${others.faulty} onChange=${(faulty: boolean) => setOthers(last => ({...last, faulty}))} />
		</div>
		<${Loaded} from=${list}>${({definitions, pagination}: Found) => html`<${Paged} page=${page} count=${definitions.length}
			pages=${Math.ceil(pagination.total / shownAtOnce)} onPage=${goTo} empty=${html`<${NoSite} />`}>
			<p class="hint" role="status">${counted(pagination.total, others.faulty ? 'file' : 'site')}</p>
			<ul class="rows">${definitions.map(each =>
				each.entry
					? html`<${SiteRow} key=${each.key} site=${each} isAdded=${isAdded(each)} onChoose=${onChoose} />`
					: html`<${FaultyRow} key=${each.key} site=${each} />`,
			)}</ul><//>`}<//>
	<//>`;
}

function NoSite() {
	return html`<${Empty} icon="search" title="No site"><p>Close this window, open Definitions, and choose Prowlarr: its package describes some hundreds of sites. Files of your own are added there, too. If sites are there already, choose something else above.</p><//>`;
}

function FaultyRow({site: {key, faults}}: {site: Site}) {
	return html`<li class="row record"><div class="record-about"><div class="row-head"><h3>${key}</h3><${Badge} kind="bad">Cannot be used<//></div>
		<ul class="reasons">${faults.slice(0, maxFaults).map(({place, reason}) => html`<li key=${place + reason}>${[place, reason].filter(Boolean).join(': ')}</li>`)}</ul></div></li>`;
}

const needs = {
	solver: 'its pages are behind a browser check',
	captcha: 'its login may show a captcha',
	cookie: 'takes the cookie of a browser',
	secondFactor: 'may ask for a second factor',
} as const;

function SiteRow({site, isAdded, onChoose}: {site: Site; isAdded: boolean; onChoose: (site: Site) => void}) {
	const {name, description, language, privacy, categories, needs: needed} = site.entry as Entry;
	const has = contents.filter(([number]) =>
		categories.some(each => each === number || (number % 1000 === 0 && Math.floor(each / 1000) * 1000 === number)),
	);
	const facts = [language, privacy, has.map(([, label]) => label).join(', ')];
	const wanted = Object.entries(needs).flatMap(([need, words]) => (needed[need as keyof typeof needs] ? [words] : []));
	return html`<li class="row record"><div class="record-about">
			<div class="row-head"><h3>${name}</h3>${isAdded && html`<${Badge} kind="info">Already added<//>`}</div>
			<p>${facts.filter(Boolean).join(' · ')}</p><p>${description}</p>${wanted.length > 0 && html`<p class="hint">${capital(wanted.join('; '))}.</p>`}
		</div>
		<div class="row-actions"><${Button} label=${`Add ${name}`} onClick=${() => onChoose(site)} /></div></li>`;
}

type Shown = Site & {settings: readonly Setting[]; requestDelaySeconds: number | null};

function SiteDialog({site, ...props}: {site: Site; document: OpenApi; schema: Schema; onClose: () => void; onAdded: () => void}) {
	const shown: Data<Shown> = useData(`api/indexer-definitions/${encodeURIComponent(site.key)}`);
	return html`<${Dialog} title=${`Add ${site.entry?.name ?? site.key}`} onClose=${props.onClose}>
		<${Loaded} from=${shown}>${({settings, requestDelaySeconds}: Shown) =>
			html`<${SiteForm} ...${props} site=${site} settings=${settings} delay=${requestDelaySeconds} />`}<//>
	<//>`;
}
