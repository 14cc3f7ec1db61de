import {parseDefinition} from '#shared/definitions/parse-definition.ts';
import type {Definition} from '#shared/domain/definitions/definition.ts';

export interface Parts {
	/** Top-level lines instead of the usual ones. */
	head?: string;
	caps?: string;
	settings?: string;
	search?: string;
	rows?: string;
	fields?: string;
	more?: string;
}

const indent = (text: string, by: number) =>
	text
		.trim()
		.split('\n')
		.map(line => ' '.repeat(by) + line)
		.join('\n');

/** The file of a made-up site. */
export function definitionText({head, caps, settings, search, rows, fields, more}: Parts = {}): string {
	return `---
id: quietmeadow
name: Quiet Meadow
description: A made-up site
language: en-US
${(head ?? 'type: private').trim()}
links:
  - https://quiet-meadow.example/
caps:
${indent(caps ?? 'categorymappings:\n  - {id: 1, cat: Movies/HD}\n  - {id: 2, cat: TV/HD}\nmodes:\n  search: [q]', 2)}
${settings === undefined ? '' : `settings:\n${indent(settings, 2)}`}
search:
${indent(search ?? 'paths:\n  - path: browse.php\ninputs:\n  q: "{{ .Keywords }}"', 2)}
  rows:
${indent(rows ?? 'selector: tr.row', 4)}
  fields:
${indent(fields ?? 'title:\n  selector: a.name\ndownload:\n  selector: a.get\n  attribute: href', 4)}
${more ?? ''}
`;
}

export function madeUpDefinition(parts: Parts = {}): Definition {
	const {definition, faults} = parseDefinition(definitionText(parts), 'quiet-meadow');
	if (!definition || faults.length > 0) {
		throw new Error(`The definition of the test is wrong: ${JSON.stringify(faults)}`);
	}
	return definition;
}
