import {useState} from 'preact/hooks';
import {patiently} from '../client/patiently.js';
import {Problem, toProblem} from '../client/problem.js';
import {Loaded} from '../parts/blocks.js';
import {Form} from '../parts/form.js';
import {html} from '../parts/html.js';
import {useApp} from '../state/app-state.js';
import {useData} from '../state/use-data.js';
import {SaveBar} from './save-bar.js';
import {isIn} from './sections.js';
import {grouped} from './setting-groups.js';
import {NamesPreview} from './trials.js';
import {labelOfSetting, Value} from './value.js';

/** @typedef {import('./value.js').Setting} Setting */
/** @typedef {Readonly<Record<string, unknown>>} Drafts What was entered and is not saved yet, by key. */

/**
 * The settings of a page in groups, saved together.
 * @param {{section: import('./sections.js').Section, lead?: string | undefined, onSaved: () => void}} props
 */
export function Values({section, lead, onSaved}) {
	/** @type {import('../state/use-data.js').Data<{settings: Setting[]}>} */
	const all = useData('api/settings');
	return html`<${Loaded} from=${all}>${(/** @type {{settings: Setting[]}} */ {settings}) =>
		html`<${Page} section=${section} lead=${lead} all=${all} settings=${settings.filter(({key}) => isIn(section, key))} onSaved=${onSaved} />`}<//>`;
}

/**
 * @param {{section: import('./sections.js').Section, lead: string | undefined, settings: readonly Setting[],
 *  all: import('../state/use-data.js').Data<{settings: Setting[]}>, onSaved: () => void}} props
 */
function Page({section, lead, all, settings, onSaved}) {
	const {drafts, problems, setDraft, discard, save} = useDrafts(settings, key => (/** @type {unknown} */ value) => {
		all.change(last => ({settings: last.settings.map(each => (each.key === key ? {...each, value} : each))}));
	});
	const saveAll = async () => {
		await save();
		all.reload();
		onSaved();
	};
	const field = (
		/** @type {Setting} */ setting,
	) => html`<${Value} key=${setting.key} setting=${setting} problem=${problems[setting.key] ?? null}
		shown=${setting.key in drafts ? drafts[setting.key] : setting.value} onChange=${setDraft(setting)} />`;
	const isFaulty = (/** @type {readonly Setting[]} */ some) => some.some(({key}) => problems[key]);
	return html`<${Form} class="values" novalidate onSubmit=${saveAll}>
		${grouped(section.path, settings, lead).map(each =>
			each.isFolded
				? html`<details key=${each.title} class="setting-group" open=${isFaulty(each.settings)}><summary>${each.title}</summary><div class="setting-grid">${each.settings.map(field)}</div></details>`
				: html`<section key=${each.title} class="setting-group">${each.title && html`<h2>${each.title}</h2>`}<div class="setting-grid">${each.settings.map(field)}</div></section>`,
		)}
		<${SaveBar} count=${Object.keys(drafts).length} onDiscard=${discard} />
	<//>
	${settings.some(({key}) => key.endsWith('FileFormat')) && html`<${NamesPreview} settings=${settings} drafts=${drafts} />`}`;
}

/**
 * What is entered on a page of settings, until it is saved or discarded. Each setting has a request of its own, so one
 * that is refused keeps none of the others from being saved.
 * @param {readonly Setting[]} settings
 * @param {(key: string) => (value: unknown) => void} onStored
 */
function useDrafts(settings, onStored) {
	const {client, notify} = useApp();
	const [drafts, setDrafts] = useState(/** @type {Drafts} */ ({}));
	const [problems, setProblems] = useState(/** @type {Readonly<Record<string, Problem>>} */ ({}));
	const forget = (/** @type {string} */ key) => {
		setDrafts(({[key]: _draft, ...rest}) => rest);
		setProblems(({[key]: _problem, ...rest}) => rest);
	};
	const setDraft =
		(/** @type {Setting} */ {key, value: stored}) =>
		(/** @type {unknown} */ value) => {
			const isSame = JSON.stringify(value) === JSON.stringify(stored);
			setDrafts(({[key]: _last, ...rest}) => (isSame ? rest : {...rest, [key]: value}));
		};
	async function save() {
		/** @type {string[]} */
		const told = [];
		let isSound = true;
		for (const setting of settings.filter(({key}) => key in drafts)) {
			const {key} = setting;
			const value = drafts[key];
			try {
				const {check} = /** @type {any} */ (await patiently(() => send(client, key, value)));
				told.push([`${labelOfSetting(setting)} is saved.`, check?.message].filter(Boolean).join(' '));
				isSound &&= check?.success ?? true;
				onStored(key)(value);
				forget(key);
			} catch (error) {
				setProblems(last => ({...last, [key]: atValue(toProblem(error))}));
			}
		}
		if (told.length > 0) {
			const text = told.length > 2 ? `${told.length} settings are saved.` : told.join(' ');
			notify(text, {isError: !isSound, about: 'settings'});
		}
	}
	const discard = () => {
		setDrafts({});
		setProblems({});
	};
	return {drafts, problems, setDraft, discard, save};
}

/**
 * Saved as part of its group, the service asks the provider whether it accepts the key.
 * @param {import('../client/client.js').Client} client @param {string} key @param {unknown} value
 * @returns {Promise<any>}
 */
const send = (client, key, value) =>
	key === 'meta.apiKey' ? client.put('api/settings/meta', {apiKey: value}) : client.put(`api/settings/${key}`, {value});

/** The fault at the only field of a setting. @param {Problem} problem */
const atValue = problem =>
	new Problem({...problem, detail: problem.message, errors: [{path: 'value', message: problem.errors[0]?.message ?? problem.message}]});
