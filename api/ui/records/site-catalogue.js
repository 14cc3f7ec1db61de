import {useState} from 'preact/hooks';
import {query as toQuery} from '../client/client.js';
import {Badge, Empty, Failure, Loaded} from '../parts/blocks.js';
import {Button} from '../parts/button.js';
import {Dialog} from '../parts/dialog.js';
import {Checkbox, Field, SelectField, TextField} from '../parts/field.js';
import {Form} from '../parts/form.js';
import {html} from '../parts/html.js';
import {TestOutcome} from '../parts/test-outcome.js';
import {capital} from '../parts/text.js';
import {useApp} from '../state/app-state.js';
import {useData} from '../state/use-data.js';

/**
 * @typedef {{value: string, label: string}} Choice
 * @typedef {{name: string, type: string, label: string | null, default: string | null, options: readonly Choice[]}} Setting
 * @typedef {{name: string, description: string | null, language: string | null, privacy: string, links: readonly string[],
 *  categories: readonly number[],
 *  needs: {solver: boolean, captcha: boolean, cookie: boolean, secondFactor: boolean}}} Entry
 * @typedef {{key: string, entry: Entry | null, faults: readonly {place: string, reason: string}[]}} Site
 * @typedef {{definitions: readonly Site[], languages: readonly string[], pagination: {total: number}}} Found
 */

const shownAtOnce = 50;

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

/** Sites that definitions describe, to be added as indexers. @param {{onAdded: () => void}} props */
export function SiteCatalogue({onAdded}) {
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
		${site && html`<${SiteDialog} key=${site.key} site=${site} onClose=${close} onAdded=${added} />`}`;
}

/** @param {{onChoose: (site: Site) => void, onClose: () => void}} props */
function Sites({onChoose, onClose}) {
	const [text, setText] = useState('');
	const [wanted, setWanted] = useState({search: '', language: '', privacy: ''});
	const [has, setHas] = useState(/** @type {readonly number[]} */ ([]));
	const given = Object.fromEntries(Object.entries({...wanted, categories: has.join(',')}).filter(([, value]) => value !== ''));
	/** @type {import('../state/use-data.js').Data<Found>} */
	const list = useData(`api/indexer-definitions${toQuery({...given, limit: shownAtOnce})}`);
	/** @type {import('../state/use-data.js').Data<{indexers: readonly {definition: string | null}[]}>} */
	const added = useData('api/indexers');
	const isAdded = (/** @type {Site} */ {key}) => added.data?.indexers.some(({definition}) => definition === key) ?? false;
	const choose = (/** @type {keyof typeof wanted} */ name) => (/** @type {string} */ value) =>
		setWanted(last => ({...last, [name]: value}));
	const all = {value: '', label: 'All'};
	const languages = (list.data?.languages ?? []).map(value => ({value, label: value}));
	const privacies = ['public', 'semi-private', 'private'].map(value => ({value, label: value}));
	return html`<${Dialog} title="Choose a site" wide onClose=${onClose}>
		<p>Files of other people say how these sites are searched. Kinoteka ships none: they lie in the folder <code>definitions</code> of its data folder, or in a package whose address you enter under Definitions.</p>
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
		<${Loaded} from=${list}>${(/** @type {Found} */ {definitions, pagination}) =>
			definitions.length === 0
				? html`<${Empty} icon="search" title="No site"><p>Put files (<code>.yml</code>) that describe sites into the folder <code>definitions</code>, enter the address of a package under Definitions, or choose something else above.</p><//>`
				: html`<ul class="rows">${definitions.map(each => html`<${SiteRow} key=${each.key} site=${each} isAdded=${isAdded(each)} onChoose=${onChoose} />`)}</ul>
					${pagination.total > definitions.length && html`<p>${pagination.total - definitions.length} more. Search for a name.</p>`}`}<//>
	<//>`;
}

const needs = /** @type {const} */ ({
	solver: 'its pages are behind a challenge',
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

/** @param {{site: Site, onClose: () => void, onAdded: () => void}} props */
function SiteDialog({site, onClose, onAdded}) {
	/** @type {import('../state/use-data.js').Data<Site & {settings: readonly Setting[]}>} */
	const shown = useData(`api/indexer-definitions/${encodeURIComponent(site.key)}`);
	return html`<${Dialog} title=${`Add ${site.entry?.name ?? site.key}`} onClose=${onClose}>
		<${Loaded} from=${shown}>${(/** @type {Site & {settings: readonly Setting[]}} */ {settings}) =>
			html`<${SiteForm} site=${site} settings=${settings} onClose=${onClose} onAdded=${onAdded} />`}<//>
	<//>`;
}

/** @param {{site: Site, settings: readonly Setting[], onClose: () => void, onAdded: () => void}} props */
function SiteForm({site, settings, onClose, onAdded}) {
	const {client, notify} = useApp();
	const links = site.entry?.links ?? [];
	const [name, setName] = useState(site.entry?.name ?? site.key);
	const [url, setUrl] = useState(links[0] ?? '');
	const [values, setValues] = useState(() => Object.fromEntries(settings.filter(isEntered).map(each => [each.name, startOf(each)])));
	const [captcha, setCaptcha] = useState(site.entry?.needs.solver ?? false);
	const [problem, setProblem] = useState(/** @type {Error | null} */ (null));
	const [outcome, setOutcome] = useState(/** @type {import('../parts/test-outcome.js').Tested | null} */ (null));
	const body = () => ({name, kind: 'definition', url, definition: site.key, settings: values, captcha});
	const run = async (/** @type {() => Promise<void>} */ send) => {
		setOutcome(null);
		setProblem(null);
		await send().catch(setProblem);
	};
	const test = () => run(async () => setOutcome(await client.post('api/indexers/test', body())));
	const add = () =>
		run(async () => {
			await client.post('api/indexers', body());
			notify(`${name} was added.`);
			onAdded();
		});
	const change = (/** @type {string} */ key) => (/** @type {string | boolean} */ value) => setValues(last => ({...last, [key]: value}));
	return html`<${Form} class="form" onSubmit=${add}>
		<${TextField} label="Name" value=${name} onInput=${setName} required />
		<${Field} label="Address" hint="What you enter below is sent to this site. The definition knows these addresses; enter another one only if you trust it.">${(
			/** @type {object} */ ids,
		) => html`<input ...${ids} type="url" required list="site-links" value=${url} onInput=${(/** @type {any} */ {currentTarget}) => setUrl(currentTarget.value)} />
			<datalist id="site-links">${links.map(link => html`<option key=${link} value=${link} />`)}</datalist>`}<//>
		${settings.map(each => html`<${SettingField} key=${each.name} setting=${each} value=${values[each.name]} onChange=${change(each.name)} />`)}
		<${Checkbox} label="Solve challenges" checked=${captcha} onChange=${setCaptcha} hint="With the captcha solver, where its pages are behind one." />
		${problem && html`<${Failure} error=${problem} />`}
		${outcome && html`<${TestOutcome} tested=${outcome} />`}
		<footer class="actions">
			<${Button} icon="bolt" label="Test" onClick=${test} />
			<${Button} label="Cancel" onClick=${onClose} />
			<${Button} type="submit" kind="primary" label="Add" />
		</footer>
	<//>`;
}

/** What definitions leave to the program to say. @type {Readonly<Record<string, string>>} */
const advice = {
	info_cookie:
		'The cookie: log in with your browser, open its developer tools, load the page again, and copy the header Cookie of the request.',
	info_useragent: 'The user agent: copy it from the same browser as the cookie.',
	info_flaresolverr: 'The pages of this site are behind a challenge, which the captcha solver passes.',
	info_category_8000: 'This site gives no categories, so all its releases are found.',
};

/** The others only inform. @param {Setting} setting */
const isEntered = ({type}) => ['text', 'password', 'checkbox', 'select'].includes(type);

/** @param {Setting} setting @returns {string | boolean} */
function startOf({type, default: usual, options}) {
	return type === 'checkbox' ? usual === 'true' : (usual ?? (type === 'select' ? (options[0]?.value ?? '') : ''));
}

/** @param {{setting: Setting, value: any, onChange: (value: any) => void}} props */
function SettingField({setting, value, onChange}) {
	const label = setting.label || setting.name;
	if (!isEntered(setting)) {
		return html`<p class="hint">${advice[setting.type] ?? [setting.label, setting.default].filter(Boolean).join(': ')}</p>`;
	}
	if (setting.type === 'checkbox') {
		return html`<${Checkbox} label=${label} checked=${value} onChange=${onChange} />`;
	}
	return setting.type === 'select'
		? html`<${SelectField} label=${label} value=${value} onChange=${onChange} choices=${setting.options} />`
		: html`<${TextField} label=${label} type=${setting.type === 'password' ? 'password' : 'text'} autocomplete="off" value=${value} onInput=${onChange} />`;
}
