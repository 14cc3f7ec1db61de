import {useState} from 'preact/hooks';
import {Problem} from '../client/problem.ts';
import {FormField} from '../forms/form-field.ts';
import {Failure} from '../parts/blocks.ts';
import {Button} from '../parts/button.ts';
import {Checkbox, Field, SelectField, TextField} from '../parts/field.ts';
import {Form} from '../parts/form.ts';
import {type FieldEvent, html} from '../parts/html.ts';
import {OtherLinks} from '../parts/other-links.ts';
import {type Tested, TestOutcome} from '../parts/test-outcome.ts';
import {counted} from '../parts/text.ts';
import type {OpenApi, Schema} from '../schema/document.ts';
import {emptyValue, fieldsOf} from '../schema/shape.ts';
import {useApp} from '../state/app-state.ts';

export interface Entry {
	name: string;
	description: string | null;
	language: string | null;
	privacy: string;
	links: readonly string[];
	categories: readonly number[];
	needs: {solver: boolean; captcha: boolean; cookie: boolean; secondFactor: boolean};
}

export interface Site {
	key: string;
	entry: Entry | null;
	faults: readonly {place: string; reason: string}[];
}

interface Choice {
	value: string;
	label: string;
}

export interface Setting {
	name: string;
	type: string;
	label: string | null;
	default: string | null;
	options: readonly Choice[];
}

/** What all indexers have, beside what the definition asks for. */
const groups: readonly (readonly [string, readonly string[]])[] = [
	[
		'Seeding and limits',
		[
			'minimumSeeders',
			'seedRatio',
			'seedTimeMinutes',
			'seasonPackSeedTimeMinutes',
			'queryLimit',
			'grabLimit',
			'limitUnit',
			'minimumIntervalSeconds',
		],
	],
	[
		'More settings',
		['priority', 'categories', 'rss', 'automatic', 'interactive', 'tags', 'proxyTags', 'downloadClientId', 'vipExpiration'],
	],
];

/** @param props `delay`: seconds that the site wants between two requests. */
export function SiteForm({
	site,
	settings,
	delay,
	schema,
	document,
	onClose,
	onAdded,
}: {
	site: Site;
	settings: readonly Setting[];
	delay: number | null;
	schema: Schema;
	document: OpenApi;
	onClose: () => void;
	onAdded: () => void;
}) {
	const {client, notify} = useApp();
	const links = site.entry?.links ?? [];
	const [name, setName] = useState(site.entry?.name ?? site.key);
	const [url, setUrl] = useState(links[0] ?? '');
	const [values, setValues] = useState(() => Object.fromEntries(settings.filter(isEntered).map(each => [each.name, startOf(each)])));
	const [captcha, setCaptcha] = useState(site.entry?.needs.solver ?? false);
	const [common, setCommon] = useState<Record<string, any>>({});
	const [problem, setProblem] = useState<Error | null>(null);
	const [outcome, setOutcome] = useState<Tested | null>(null);
	const body = (address = url) => ({name, kind: 'definition', url: address, definition: site.key, settings: values, captcha, ...common});
	const run = async (send: () => Promise<void>) => {
		setOutcome(null);
		setProblem(null);
		await send().catch(setProblem);
	};
	const test = (address: string) => run(async () => setOutcome(await client.post('api/indexers/test', body(address))));
	const use = (link: string) => {
		setUrl(link);
		void test(link);
	};
	const add = () =>
		run(async () => {
			await client.post('api/indexers', body());
			notify(`${name} was added.`);
			onAdded();
		});
	const change = (key: string) => (value: string | boolean) => setValues(last => ({...last, [key]: value}));
	return html`<${Form} class="form" onSubmit=${add}>
		<${TextField} label="Name" value=${name} onInput=${setName} required />
		<${Field} label="Address" hint="What you enter below is sent to this site. The definition knows these addresses; enter another one only if you trust it.">${(
			ids: object,
		) => html`<input ...${ids} type="url" required list="site-links" value=${url} onInput=${({currentTarget}: FieldEvent) => setUrl(currentTarget.value)} />
			<datalist id="site-links">${links.map(link => html`<option key=${link} value=${link} />`)}</datalist>`}<//>
		${settings.map(each => html`<${SettingField} key=${each.name} setting=${each} value=${values[each.name]} onChange=${change(each.name)} />`)}
		<${Checkbox} label="Pass browser checks" checked=${captcha} onChange=${setCaptcha} hint="Where its pages are behind one." />
		${groups.map(
			([title, names]) => html`<details key=${title}><summary>${title}</summary><div class="form">
				${title === 'Seeding and limits' && delay !== null && html`<p class="hint">This site wants at least ${counted(delay, 'second')} between two requests; a shorter interval is not used.</p>`}
				${fieldsOf(schema)
					.filter(([each]) => names.includes(each))
					.sort(([a], [b]) => names.indexOf(a) - names.indexOf(b))
					.map(
						([each, part]) => html`<${FormField} key=${each} name=${each} path=${each} schema=${part} document=${document}
							value=${each in common ? common[each] : emptyValue(part)} values=${common} problem=${problem instanceof Problem ? problem : null}
							onChange=${(value: unknown) => setCommon(last => ({...last, [each]: value}))} />`,
					)}
			</div></details>`,
		)}
		${problem && html`<${Failure} error=${problem} /><${OtherLinks} error=${problem} onChoose=${use} />`}
		${outcome && html`<${TestOutcome} tested=${outcome} />`}
		<footer class="actions">
			<${Button} icon="bolt" label="Test" onClick=${() => test(url)} />
			<${Button} label="Cancel" onClick=${onClose} />
			<${Button} type="submit" kind="primary" label="Add" />
		</footer>
	<//>`;
}

/** What definitions leave to the program to say. */
const advice: Readonly<Record<string, string>> = {
	info_cookie:
		'The cookie: log in with your browser, open its developer tools, load the page again, and copy the header Cookie of the request.',
	info_useragent: 'The user agent: copy it from the same browser as the cookie.',
	info_flaresolverr: 'The pages of this site are behind a browser check, which Kinoteka passes.',
	info_category_8000: 'This site gives no categories, so all its releases are found.',
};

/** The others only inform. */
const isEntered = ({type}: Setting) => ['text', 'password', 'checkbox', 'select', 'multi-select'].includes(type);

function startOf({type, default: usual, options}: Setting): string | boolean {
	return type === 'checkbox' ? usual === 'true' : (usual ?? (type === 'select' ? (options[0]?.value ?? '') : ''));
}

function SettingField({setting, value, onChange}: {setting: Setting; value: any; onChange: (value: any) => void}) {
	const label = setting.label || setting.name;
	if (!isEntered(setting)) {
		return html`<p class="hint">${advice[setting.type] ?? [setting.label, setting.default].filter(Boolean).join(': ')}</p>`;
	}
	if (setting.type === 'checkbox') {
		return html`<${Checkbox} label=${label} checked=${value} onChange=${onChange} />`;
	}
	if (setting.type === 'multi-select') {
		const chosen = String(value).split(',').filter(Boolean);
		const choose = (key: string, isChosen: boolean) =>
			onChange(
				setting.options.flatMap(each => ((each.value === key ? isChosen : chosen.includes(each.value)) ? [each.value] : [])).join(','),
			);
		return html`<fieldset class="group"><legend>${label}</legend><div class="choices">${setting.options.map(
			option => html`<${Checkbox} key=${option.value} label=${option.label} checked=${chosen.includes(option.value)}
				onChange=${(isChosen: boolean) => choose(option.value, isChosen)} />`,
		)}</div></fieldset>`;
	}
	return setting.type === 'select'
		? html`<${SelectField} label=${label} value=${value} onChange=${onChange} choices=${setting.options} />`
		: html`<${TextField} label=${label} type=${setting.type === 'password' ? 'password' : 'text'} autocomplete="off" value=${value} onInput=${onChange} />`;
}
