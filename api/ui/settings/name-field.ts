import {useEffect, useRef, useState} from 'preact/hooks';
import type {NamingToken as Token} from '../client/schemas.ts';
import type {FormFieldProps} from '../forms/props.ts';
import {Button} from '../parts/button.ts';
import {Field} from '../parts/field.ts';
import {type FieldEvent, html} from '../parts/html.ts';
import {hintOf, repeats} from '../schema/hint.ts';
import {labelOf} from '../schema/names.ts';
import {useApp} from '../state/app-state.ts';
import {type Data, useData} from '../state/use-data.ts';

/** Milliseconds without a key stroke until the example follows what is typed. */
const typingMs = 300;

/** What the preview calls the name that a format makes. */
const previewed: Readonly<Record<string, string>> = {
	movieFolderFormat: 'movie',
	movieFileFormat: 'movie',
	seriesFolderFormat: 'standardEpisode',
	seasonFolderFormat: 'standardEpisode',
	episodeFileFormat: 'standardEpisode',
	dailyEpisodeFileFormat: 'dailyEpisode',
	animeEpisodeFileFormat: 'animeEpisode',
};

/** What a format makes of a made-up title before it is saved. */
function useExample(name: string, value: string, isWanted: boolean) {
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

/** A format of names, with the tokens that it may have. */
export function NameField({name, path, schema, value, onChange, problem}: FormFieldProps) {
	const [isOpen, setOpen] = useState(false);
	const input = useRef<HTMLInputElement | null>(null);
	const text = String(value ?? '');
	const first = useRef(text);
	const example = useExample(name, text, isOpen || text !== first.current);
	const insert = (token: string) => {
		const field = input.current;
		// What was just typed may not have been drawn yet.
		const typed = field?.value ?? text;
		const from = field?.selectionStart ?? typed.length;
		onChange(typed.slice(0, from) + token + typed.slice(field?.selectionEnd ?? from));
		requestAnimationFrame(() => {
			field?.focus();
			field?.setSelectionRange(from + token.length, from + token.length);
		});
	};
	return html`<div class="name-field">
		<${Field} label=${labelOf(name)} hint=${repeats(labelOf(name), hintOf(schema.description)) ? '' : hintOf(schema.description)} fault=${problem?.of(path)}>${(
			ids: object,
		) => html`<div class="with-button">
			<input ...${ids} ref=${input} type="text" autocomplete="off" autocapitalize="none" spellcheck=${false} value=${text}
				onInput=${({currentTarget}: FieldEvent) => onChange(currentTarget.value)} />
			<${Button} label=${isOpen ? 'Hide tokens' : 'Tokens'} expanded=${isOpen} onClick=${() => setOpen(!isOpen)} />
		</div>`}<//>
		${example && html`<p class="sample" role="status">${example}</p>`}
		${isOpen && html`<${Tokens} part=${schema['x-name-format'] ?? ''} onInsert=${insert} />`}
	</div>`;
}

/** What a format may contain; a click puts it where the cursor is. */
function Tokens({part, onInsert}: {part: string; onInsert: (token: string) => void}) {
	const {data}: Data<{tokens: readonly Token[]}> = useData('api/settings/media/naming-tokens');
	const own = (data?.tokens ?? []).filter(({parts}) => parts.some(each => each === part));
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
