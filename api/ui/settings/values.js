import {useState} from 'preact/hooks';
import {Loaded} from '../parts/blocks.js';
import {html} from '../parts/html.js';
import {capital, words} from '../parts/text.js';
import {useData} from '../state/use-data.js';
import {isIn, prefixOf} from './sections.js';
import {NamesPreview} from './trials.js';
import {Value} from './value.js';

/** @typedef {import('./value.js').Setting} Setting */

/** Headings where a page has settings of several prefixes. @type {Readonly<Record<string, string>>} */
const headings = {meta: 'Metadata provider', images: 'Pictures', externalUrl: 'External address', '': 'Others', events: 'Browser tabs'};

/** The settings of a page; each is saved by itself. @param {{section: import('./sections.js').Section, onSaved: () => void}} props */
export function Values({section, onSaved}) {
	/** @type {import('../state/use-data.js').Data<{settings: Setting[]}>} */
	const all = useData('api/settings');
	const [drafts, setDrafts] = useState(/** @type {Readonly<Record<string, unknown>>} */ ({}));
	const drafted = (/** @type {string} */ key) => (/** @type {{value: unknown} | null} */ draft) =>
		setDrafts(({[key]: _, ...rest}) => (draft ? {...rest, [key]: draft.value} : rest));
	const saved = (/** @type {string} */ key) => (/** @type {unknown} */ value) => {
		all.change(({settings}) => ({settings: settings.map(each => (each.key === key ? {...each, value} : each))}));
		all.reload();
		onSaved();
	};
	return html`<${Loaded} from=${all}>${(/** @type {{settings: Setting[]}} */ {settings}) => {
		const own = settings.filter(({key}) => isIn(section, key));
		const prefixes = [...new Set(own.map(({key}) => prefixOf(key)))];
		return html`${prefixes.map(
			prefix => html`<section key=${prefix} class="values">
			${prefixes.length > 1 && html`<h2>${headings[prefix] ?? capital(words(prefix))}</h2>`}
			<ul class="rows">${own
				.filter(({key}) => prefixOf(key) === prefix)
				.map(each => html`<${Value} key=${each.key} setting=${each} onSaved=${saved(each.key)} onDraft=${drafted(each.key)} />`)}</ul>
		</section>`,
		)}${own.some(({key}) => key.endsWith('FileFormat')) && html`<${NamesPreview} settings=${own} drafts=${drafts} />`}`;
	}}<//>`;
}
