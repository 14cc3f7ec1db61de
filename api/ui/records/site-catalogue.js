import {useState} from 'preact/hooks';
import {query as toQuery} from '../client/client.js';
import {Empty, Failure, Loaded} from '../parts/blocks.js';
import {Button} from '../parts/button.js';
import {Dialog} from '../parts/dialog.js';
import {Checkbox, Field, SelectField, TextField} from '../parts/field.js';
import {Form} from '../parts/form.js';
import {html} from '../parts/html.js';
import {useApp} from '../state/app-state.js';
import {useData} from '../state/use-data.js';

/**
 * @typedef {{message: string, details: readonly string[]}} Tested What a test found, step by step.
 * @typedef {{value: string, label: string}} Choice
 * @typedef {{name: string, type: string, label: string | null, default: string | null, options: readonly Choice[]}} Setting
 * @typedef {{name: string, description: string | null, language: string | null, privacy: string, links: readonly string[]}} Entry
 * @typedef {{key: string, entry: Entry | null, faults: readonly {place: string, reason: string}[]}} Site
 * @typedef {{definitions: readonly Site[], languages: readonly string[], pagination: {total: number}}} Found
 */

const shownAtOnce = 50;

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
	const [wanted, setWanted] = useState({search: '', language: '', privacy: '', type: ''});
	const given = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== ''));
	/** @type {import('../state/use-data.js').Data<Found>} */
	const list = useData(`api/indexer-definitions${toQuery({...given, limit: shownAtOnce})}`);
	const choose = (/** @type {keyof typeof wanted} */ name) => (/** @type {string} */ value) =>
		setWanted(last => ({...last, [name]: value}));
	const all = {value: '', label: 'All'};
	const languages = (list.data?.languages ?? []).map(value => ({value, label: value}));
	const privacies = ['public', 'semi-private', 'private'].map(value => ({value, label: value}));
	const types = [
		{value: 'movies', label: 'Movies'},
		{value: 'series', label: 'Series'},
	];
	return html`<${Dialog} title="Choose a site" wide onClose=${onClose}>
		<p>Files of other people say how these sites are searched. Kinoteka ships none: they lie in the folder <code>definitions</code> of its data folder, or in a package whose address you enter under Definitions.</p>
		<${Form} class="filters" onSubmit=${() => choose('search')(text)}>
			<${TextField} label="Name" value=${text} onInput=${setText} type="search" />
			<${SelectField} label="Language" value=${wanted.language} onChange=${choose('language')} choices=${[all, ...languages]} />
			<${SelectField} label="Access" value=${wanted.privacy} onChange=${choose('privacy')} choices=${[all, ...privacies]} />
			<${SelectField} label="Has" value=${wanted.type} onChange=${choose('type')} choices=${[all, ...types]} />
			<${Button} type="submit" label="Search" />
		<//>
		<${Loaded} from=${list}>${(/** @type {Found} */ {definitions, pagination}) =>
			definitions.length === 0
				? html`<${Empty} icon="search" title="No site"><p>Put files (<code>.yml</code>) that describe sites into the folder <code>definitions</code>, enter the address of a package under Definitions, or choose something else above.</p><//>`
				: html`<ul class="rows">${definitions.map(each => html`<${SiteRow} key=${each.key} site=${each} onChoose=${onChoose} />`)}</ul>
					${pagination.total > definitions.length && html`<p>${pagination.total - definitions.length} more. Search for a name.</p>`}`}<//>
	<//>`;
}

/** @param {{site: Site, onChoose: (site: Site) => void}} props */
function SiteRow({site, onChoose}) {
	const {name, description, language, privacy} = /** @type {Entry} */ (site.entry);
	return html`<li class="row"><div><h3>${name}</h3><p>${[language, privacy].filter(Boolean).join(' · ')}</p><p>${description}</p></div>
		<${Button} label=${`Add ${name}`} onClick=${() => onChoose(site)} /></li>`;
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
	const [problem, setProblem] = useState(/** @type {Error | null} */ (null));
	const [outcome, setOutcome] = useState(/** @type {Tested | null} */ (null));
	const body = () => ({name, kind: 'definition', url, definition: site.key, settings: values});
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
		${problem && html`<${Failure} error=${problem} />`}
		${
			outcome &&
			html`<div class="outcome" role="status"><p>${outcome.message}</p><ul>${outcome.details.map(each => html`<li key=${each}>${each}</li>`)}</ul></div>`
		}
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
