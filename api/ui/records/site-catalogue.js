import {useEffect, useState} from 'preact/hooks';
import {query as toQuery} from '../client/client.js';
import {Badge, Empty, Loaded} from '../parts/blocks.js';
import {Button} from '../parts/button.js';
import {Dialog} from '../parts/dialog.js';
import {Checkbox, SelectField, TextField} from '../parts/field.js';
import {Form} from '../parts/form.js';
import {html} from '../parts/html.js';
import {Paged} from '../parts/pager.js';
import {capital, counted} from '../parts/text.js';
import {useData} from '../state/use-data.js';
import {SiteForm} from './site-form.js';

/**
 * @typedef {import('./site-form.js').Setting} Setting
 * @typedef {import('./site-form.js').Site} Site
 * @typedef {import('./site-form.js').Entry} Entry
 * @typedef {{definitions: readonly Site[], languages: readonly string[], pagination: {total: number}}} Found
 */

const shownAtOnce = 50;
/** Of a file. */
const maxFaults = 5;

/** Standard categories by which sites are chosen. @type {readonly (readonly [number, string])[]} */
const contents = [
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
 * @param {{document: import('../schema/document.js').OpenApi, schema: import('../schema/document.js').Schema, onAdded: () => void}} props
 * `schema` is that of an added indexer.
 */
export function SiteCatalogue({onAdded, ...described}) {
	const [isOpen, setOpen] = useState(false);
	const [site, setSite] = useState(/** @type {Site | null} */ (null));
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

/** @param {{onChoose: (site: Site) => void, onClose: () => void}} props */
function Sites({onChoose, onClose}) {
	const [text, setText] = useState('');
	const [wanted, setWanted] = useState({search: '', language: '', privacy: ''});
	const [has, setHas] = useState(/** @type {readonly number[]} */ ([]));
	const [others, setOthers] = useState({adult: false, faulty: false});
	const [page, setPage] = useState(1);
	const given = Object.fromEntries(Object.entries({...wanted, categories: has.join(',')}).filter(([, value]) => value !== ''));
	const asked = toQuery({...given, ...others});
	useEffect(() => setPage(1), [asked]);
	const goTo = (/** @type {number} */ to) => {
		setPage(to);
		document.querySelector('dialog')?.scrollTo(0, 0);
	};
	/** @type {import('../state/use-data.js').Data<Found>} */
	const list = useData(`api/indexer-definitions${toQuery({...given, ...others, page, limit: shownAtOnce})}`);
	/** @type {import('../state/use-data.js').Data<{indexers: readonly {definition: string | null}[]}>} */
	const added = useData('api/indexers');
	const isAdded = (/** @type {Site} */ {key}) => added.data?.indexers.some(({definition}) => definition === key) ?? false;
	const choose = (/** @type {keyof typeof wanted} */ name) => (/** @type {string} */ value) =>
		setWanted(last => ({...last, [name]: value}));
	const all = {value: '', label: 'All'};
	const languages = (list.data?.languages ?? []).map(value => ({value, label: value}));
	const privacies = ['public', 'semi-private', 'private'].map(value => ({value, label: value}));
	return html`<${Dialog} title="Choose a site" wide onClose=${onClose}>
		<p>Kinoteka needs a definition file for each site. Put <code>.yml</code> files into the folder <code>definitions</code> of its data folder, or enter the address of a package under Definitions.</p>
		<${Form} class="filters" onSubmit=${() => choose('search')(text)}>
			<${TextField} label="Name" value=${text} onInput=${setText} type="search" />
			<${SelectField} label="Language" value=${wanted.language} onChange=${choose('language')} choices=${[all, ...languages]} />
			<${SelectField} label="Access" value=${wanted.privacy} onChange=${choose('privacy')} choices=${[all, ...privacies]} />
			<${Button} type="submit" label="Search" />
		<//>
		<fieldset class="group"><legend>Has all of</legend><div class="choices">${contents.map(
			([number, label]) => html`<${Checkbox} key=${number} label=${label} checked=${has.includes(number)}
				onChange=${(/** @type {boolean} */ isWanted) => setHas(last => (isWanted ? [...last, number] : last.filter(each => each !== number)))} />`,
		)}</div></fieldset>
		<div class="choices">
			<${Checkbox} label="Also sites only for adults" checked=${others.adult} onChange=${(/** @type {boolean} */ adult) => setOthers(last => ({...last, adult}))} />
			<${Checkbox} label="Show files with faults" checked=${others.faulty} onChange=${(/** @type {boolean} */ faulty) => setOthers(last => ({...last, faulty}))} />
		</div>
		<${Loaded} from=${list}>${(/** @type {Found} */ {definitions, pagination}) => html`<${Paged} page=${page} count=${definitions.length}
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
	return html`<${Empty} icon="search" title="No site"><p>Put files (<code>.yml</code>) that describe sites into the folder <code>definitions</code>, enter the address of a package under Definitions, or choose something else above.</p><//>`;
}

/** @param {{site: Site}} props */
function FaultyRow({site: {key, faults}}) {
	return html`<li class="row record"><div class="record-about"><div class="row-head"><h3>${key}</h3><${Badge} kind="bad">Cannot be used<//></div>
		<ul class="reasons">${faults.slice(0, maxFaults).map(({place, reason}) => html`<li key=${place + reason}>${[place, reason].filter(Boolean).join(': ')}</li>`)}</ul></div></li>`;
}

const needs = /** @type {const} */ ({
	solver: 'its pages are behind a browser check',
	captcha: 'its login may show a captcha',
	cookie: 'takes the cookie of a browser',
	secondFactor: 'may ask for a second factor',
});

/** @param {{site: Site, isAdded: boolean, onChoose: (site: Site) => void}} props */
function SiteRow({site, isAdded, onChoose}) {
	const {name, description, language, privacy, categories, needs: needed} = /** @type {Entry} */ (site.entry);
	const has = contents.filter(([number]) =>
		categories.some(each => each === number || (number % 1000 === 0 && Math.floor(each / 1000) * 1000 === number)),
	);
	const facts = [language, privacy, has.map(([, label]) => label).join(', ')];
	const wanted = Object.entries(needs).flatMap(([need, words]) => (needed[/** @type {keyof typeof needs} */ (need)] ? [words] : []));
	return html`<li class="row record"><div class="record-about">
			<div class="row-head"><h3>${name}</h3>${isAdded && html`<${Badge} kind="info">Already added<//>`}</div>
			<p>${facts.filter(Boolean).join(' · ')}</p><p>${description}</p>${wanted.length > 0 && html`<p class="hint">${capital(wanted.join('; '))}.</p>`}
		</div>
		<div class="row-actions"><${Button} label=${`Add ${name}`} onClick=${() => onChoose(site)} /></div></li>`;
}

/** @typedef {Site & {settings: readonly Setting[], requestDelaySeconds: number | null}} Shown */

/**
 * @param {{site: Site, document: import('../schema/document.js').OpenApi, schema: import('../schema/document.js').Schema,
 *  onClose: () => void, onAdded: () => void}} props
 */
function SiteDialog({site, ...props}) {
	/** @type {import('../state/use-data.js').Data<Shown>} */
	const shown = useData(`api/indexer-definitions/${encodeURIComponent(site.key)}`);
	return html`<${Dialog} title=${`Add ${site.entry?.name ?? site.key}`} onClose=${props.onClose}>
		<${Loaded} from=${shown}>${(/** @type {Shown} */ {settings, requestDelaySeconds}) =>
			html`<${SiteForm} ...${props} site=${site} settings=${settings} delay=${requestDelaySeconds} />`}<//>
	<//>`;
}
