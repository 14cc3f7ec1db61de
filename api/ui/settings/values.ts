import {useState} from 'preact/hooks';
import type {Client} from '../client/client.ts';
import {patiently} from '../client/patiently.ts';
import {Problem, toProblem} from '../client/problem.ts';
import {Loaded} from '../parts/blocks.ts';
import {Form} from '../parts/form.ts';
import {html} from '../parts/html.ts';
import {SaveBar} from '../parts/save-bar.ts';
import {useApp} from '../state/app-state.ts';
import {type Data, useData} from '../state/use-data.ts';
import {isIn, type Section} from './sections.ts';
import {grouped} from './setting-groups.ts';
import {NamesPreview} from './trials.ts';
import {labelOfSetting, type Setting, Value} from './value.ts';

/** What was entered and is not saved yet, by key. */
type Drafts = Readonly<Record<string, unknown>>;

/** The settings of a page in groups, saved together. */
export function Values({section, lead, onSaved}: {section: Section; lead?: string | undefined; onSaved: () => void}) {
	const all: Data<{settings: Setting[]}> = useData('api/settings');
	return html`<${Loaded} from=${all}>${({settings}: {settings: Setting[]}) =>
		html`<${Page} section=${section} lead=${lead} all=${all} settings=${settings.filter(({key}) => isIn(section, key))} onSaved=${onSaved} />`}<//>`;
}

function Page({
	section,
	lead,
	all,
	settings,
	onSaved,
}: {
	section: Section;
	lead: string | undefined;
	settings: readonly Setting[];
	all: Data<{settings: Setting[]}>;
	onSaved: () => void;
}) {
	const {drafts, problems, setDraft, discard, save} = useDrafts(settings, key => (value: unknown) => {
		all.change(last => ({settings: last.settings.map(each => (each.key === key ? {...each, value} : each))}));
	});
	const saveAll = async () => {
		await save();
		all.reload();
		onSaved();
	};
	const field = (setting: Setting) => html`<${Value} key=${setting.key} setting=${setting} problem=${problems[setting.key] ?? null}
		shown=${setting.key in drafts ? drafts[setting.key] : setting.value} onChange=${setDraft(setting)} />`;
	const isFaulty = (some: readonly Setting[]) => some.some(({key}) => problems[key]);
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
 */
function useDrafts(settings: readonly Setting[], onStored: (key: string) => (value: unknown) => void) {
	const {client, notify} = useApp();
	const [drafts, setDrafts] = useState<Drafts>({});
	const [problems, setProblems] = useState<Readonly<Record<string, Problem>>>({});
	const forget = (key: string) => {
		setDrafts(({[key]: _draft, ...rest}) => rest);
		setProblems(({[key]: _problem, ...rest}) => rest);
	};
	const setDraft =
		({key, value: stored}: Setting) =>
		(value: unknown) => {
			const isSame = JSON.stringify(value) === JSON.stringify(stored);
			setDrafts(({[key]: _last, ...rest}) => (isSame ? rest : {...rest, [key]: value}));
		};
	async function save() {
		const told: string[] = [];
		let isSound = true;
		for (const setting of settings.filter(({key}) => key in drafts)) {
			const {key} = setting;
			const value = drafts[key];
			try {
				const {check} = (await patiently(() => send(client, key, value))) as any;
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

/** Saved as part of its group, the service asks the provider whether it accepts the key. */
const send = (client: Client, key: string, value: unknown): Promise<any> =>
	key === 'meta.apiKey' ? client.put('api/settings/meta', {apiKey: value}) : client.put(`api/settings/${key}`, {value});

/** The fault at the only field of a setting. */
const atValue = (problem: Problem) =>
	new Problem({...problem, detail: problem.message, errors: [{path: 'value', message: problem.errors[0]?.message ?? problem.message}]});
