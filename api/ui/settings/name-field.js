import {useEffect, useRef, useState} from 'preact/hooks';
import {Button} from '../parts/button.js';
import {Field} from '../parts/field.js';
import {html} from '../parts/html.js';
import {hintOf, repeats} from '../schema/hint.js';
import {labelOf} from '../schema/names.js';
import {useApp} from '../state/app-state.js';
import {useData} from '../state/use-data.js';

/** @typedef {{token: string, group: string, parts: readonly string[], example: string}} Token */

/** Milliseconds without a key stroke until the example follows what is typed. */
const typingMs = 300;

/** What the preview calls the name that a format makes. @type {Readonly<Record<string, string>>} */
const previewed = {
	movieFolderFormat: 'movie',
	movieFileFormat: 'movie',
	seriesFolderFormat: 'standardEpisode',
	seasonFolderFormat: 'standardEpisode',
	episodeFileFormat: 'standardEpisode',
	dailyEpisodeFileFormat: 'dailyEpisode',
	animeEpisodeFileFormat: 'animeEpisode',
};

/**
 * What a format makes of a made-up title before it is saved.
 * @param {string} name
 * @param {string} value
 * @param {boolean} isWanted
 */
function useExample(name, value, isWanted) {
	const {client} = useApp();
	const [example, setExample] = useState('');
	const shown = previewed[name];
	useEffect(() => {
		if (!shown || !isWanted) {
			return;
		}
		const ask = () =>
			client.post('api/settings/media/naming-preview', {[name]: value}).then(
				reply => setExample(reply[shown]),
				() => {},
			);
		const timer = setTimeout(ask, typingMs);
		return () => clearTimeout(timer);
	}, [name, value, isWanted]);
	return example;
}

/** A format of names, with the tokens that it may have. @param {import('../forms/props.js').FormFieldProps} props */
export function NameField({name, path, schema, value, onChange, problem}) {
	const [isOpen, setOpen] = useState(false);
	const input = useRef(/** @type {HTMLInputElement | null} */ (null));
	const text = String(value ?? '');
	const first = useRef(text);
	const example = useExample(name, text, isOpen || text !== first.current);
	const insert = (/** @type {string} */ token) => {
		const field = input.current;
		const from = field?.selectionStart ?? text.length;
		onChange(text.slice(0, from) + token + text.slice(field?.selectionEnd ?? from));
		requestAnimationFrame(() => {
			field?.focus();
			field?.setSelectionRange(from + token.length, from + token.length);
		});
	};
	return html`<div class="name-field">
		<${Field} label=${labelOf(name)} hint=${repeats(labelOf(name), hintOf(schema.description)) ? '' : hintOf(schema.description)} fault=${problem?.of(path)}>${(
			/** @type {object} */ ids,
		) => html`<div class="with-button">
			<input ...${ids} ref=${input} type="text" autocomplete="off" autocapitalize="none" spellcheck=${false} value=${text}
				onInput=${(/** @type {any} */ {currentTarget}) => onChange(currentTarget.value)} />
			<${Button} label=${isOpen ? 'Hide tokens' : 'Tokens'} expanded=${isOpen} onClick=${() => setOpen(!isOpen)} />
		</div>`}<//>
		${example && html`<p class="sample" role="status">${example}</p>`}
		${isOpen && html`<${Tokens} part=${schema['x-name-format'] ?? ''} onInsert=${insert} />`}
	</div>`;
}

/** What a format may contain; a click puts it where the cursor is. @param {{part: string, onInsert: (token: string) => void}} props */
function Tokens({part, onInsert}) {
	/** @type {import('../state/use-data.js').Data<{tokens: readonly Token[]}>} */
	const {data} = useData('api/settings/media/naming-tokens');
	const own = (data?.tokens ?? []).filter(({parts}) => parts.includes(part));
	const groups = [...new Set(own.map(({group}) => group))];
	return html`<div class="tokens">${groups.map(
		group =>
			html`<section key=${group}><h3>${group}</h3><ul>${own
				.filter(each => each.group === group)
				.map(
					({token, example}) =>
						html`<li key=${token}><button type="button" class="token" onClick=${() => onInsert(token)}><code>${token}</code><span>${example}</span></button></li>`,
				)}</ul></section>`,
	)}</div>`;
}
