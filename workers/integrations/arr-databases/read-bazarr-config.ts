import {isMap, isScalar, isSeq, parseDocument} from 'yaml';
import type {BazarrConfig} from '#shared/domain/moves/source-subtitle-providers.ts';

/** A real one has some ten thousand characters. */
const maxChars = 300_000;
/** Of one list; more than Bazarr has providers. */
const maxValues = 200;
const maxLength = 500;

/** Reads the configuration of Bazarr: YAML, or the INI of versions before 1.4. What cannot be read counts as absent. */
export function readBazarrConfig(config: string): BazarrConfig {
	const text = config.replace(/^\ufeff/, '').slice(0, maxChars);
	return /^\s*\[[\w-]+\]\s*$/m.exec(text)?.index === firstLineOf(text) ? readIni(text) : readYaml(text);
}

/** Where the first line is that is no comment. */
const firstLineOf = (text: string): number => /^[^\S\n]*[^\s#;]/m.exec(text)?.index ?? 0;

function readYaml(text: string): BazarrConfig {
	const found = new Map<string, readonly string[]>();
	for (const [section, values] of entriesOf(contentsOf(text))) {
		for (const [name, value] of entriesOf(values)) {
			const listed = isSeq(value) ? value.items.slice(0, maxValues).flatMap(textsOf) : textsOf(value);
			found.set(`${section}.${name}`, listed);
		}
	}
	return found;
}

function contentsOf(text: string): unknown {
	try {
		// With the failsafe schema every scalar is a text, so that a password of digits stays as it is.
		return parseDocument(text, {schema: 'failsafe', uniqueKeys: false, logLevel: 'error'}).contents;
	} catch {
		// Nested too deeply for the parser.
		return null;
	}
}

const entriesOf = (node: unknown): [string, unknown][] =>
	isMap(node) ? node.items.flatMap(({key, value}) => textsOf(key).map((name): [string, unknown] => [name, value])) : [];

/** The text of a scalar; none for an empty one and for what is no scalar. */
function textsOf(node: unknown): string[] {
	const text = isScalar(node) && typeof node.value === 'string' ? node.value.slice(0, maxLength) : '';
	return text === '' ? [] : [text];
}

/** Lists are written as those of Python: `['subdl', 'podnapisi']`. */
function readIni(text: string): BazarrConfig {
	const found = new Map<string, readonly string[]>();
	let section = '';
	for (const line of text.split('\n').slice(0, 20_000)) {
		const named = /^\[([\w-]{1,60})\]\s*$/.exec(line)?.[1];
		const [, key, value = ''] = /^([\w-]{1,60})\s*[:=]\s*(.*)$/.exec(line) ?? [];
		section = named ?? section;
		if (named === undefined && key !== undefined) {
			const written = /^\[(.*)\]$/.exec(value.trim())?.[1]?.split(',') ?? [value];
			const values = written.slice(0, maxValues).map(unquoted);
			found.set(
				`${section}.${key}`,
				values.filter(each => each !== ''),
			);
		}
	}
	return found;
}

const unquoted = (text: string) =>
	text
		.trim()
		.replace(/^(['"])(.*)\1$/, '$2')
		.slice(0, maxLength);
