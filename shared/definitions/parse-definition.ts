import iconv from 'iconv-lite';
import {isAlias, isMap, isScalar, isSeq, parseDocument} from 'yaml';
import {type Definition, type Fault, maxDefinitionBytes} from '../domain/definitions/definition.ts';
import {readDefinition} from '../domain/definitions/read-definition.ts';
import type {Tree} from '../domain/definitions/tree.ts';

export interface ParsedDefinition {
	/** Null for a file that is no YAML that we read. */
	definition: Definition | null;
	faults: Fault[];
}

const maxDepth = 30;
const maxNodes = 50_000;

class Refused extends Error {}

/** Reads a definition. `key` is the name of its file without `.yml`. Faults are returned, never thrown. */
export function parseDefinition(text: string, key: string): ParsedDefinition {
	const refuse = (reason: string): ParsedDefinition => ({definition: null, faults: [{place: 'file', reason, isFatal: true}]});
	if (text.length > maxDefinitionBytes) {
		return refuse(`is larger than ${maxDefinitionBytes / 1024} KiB`);
	}
	try {
		const tree = toTree(text.replace(/^\ufeff/, ''));
		if (tree === null || typeof tree === 'string' || Array.isArray(tree)) {
			return refuse('is not a definition');
		}
		const {definition, faults} = readDefinition(tree, key);
		if (!iconv.encodingExists(definition.encoding)) {
			faults.push({place: 'encoding', reason: `${definition.encoding} is no known encoding`, isFatal: true});
		}
		return {definition, faults};
	} catch (error) {
		if (error instanceof Refused || error instanceof RangeError) {
			return refuse(error instanceof Refused ? error.message : 'is nested too deeply');
		}
		throw error;
	}
}

function toTree(text: string): Tree {
	// With the failsafe schema every scalar is a text: a version 1.0 is no number, and a key True no boolean.
	const document = parseDocument(text, {schema: 'failsafe', uniqueKeys: false, logLevel: 'error'});
	const error = document.errors[0];
	if (error) {
		const message = error.message.split('\n')[0]?.replace(/:$/, '') ?? '';
		throw new Refused(error.code === 'MULTIPLE_DOCS' ? 'holds several documents' : `is no YAML: ${message}`);
	}
	const count = {nodes: 0};
	return toValue(document.contents, 0, count);
}

function toValue(node: unknown, depth: number, count: {nodes: number}): Tree {
	count.nodes++;
	if (depth > maxDepth || count.nodes > maxNodes) {
		throw new Refused(depth > maxDepth ? 'is nested too deeply' : 'has too many values');
	}
	if (node === null || node === undefined) {
		return null;
	}
	if (isAlias(node)) {
		throw new Refused('uses aliases, which no definition needs');
	}
	if (!isScalar(node) && !isMap(node) && !isSeq(node)) {
		throw new Refused('holds something that is no text, map or list');
	}
	if (node.anchor !== undefined || node.tag !== undefined) {
		throw new Refused(`uses ${node.anchor === undefined ? 'tags' : 'anchors'}, which no definition needs`);
	}
	if (isScalar(node)) {
		return toText(node);
	}
	if (isSeq(node)) {
		return node.items.map(item => toValue(item, depth + 1, count));
	}
	return {
		entries: node.items.map(({key, value}) => {
			const name = toValue(key, depth + 1, count);
			if (typeof name !== 'string' && name !== null) {
				throw new Refused('has a key that is no text');
			}
			if (name === '<<') {
				throw new Refused('uses merge keys, which no definition needs');
			}
			return [name ?? '', toValue(value, depth + 1, count)];
		}),
	};
}

/** A plain empty value means that there is none; a quoted one is an empty text. */
function toText({type, value}: {type?: string | undefined; value: unknown}): string | null {
	const text = String(value ?? '');
	return type === 'PLAIN' && /^(?:~|null|Null|NULL)?$/.test(text) ? null : text;
}
