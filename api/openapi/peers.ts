import type {DescribedPeers} from './describe.ts';
import type {JsonSchema} from './json-schema.ts';

/** Rules about which fields of an object may or must occur together. Throws for an unknown relation. */
export function peersOf(dependencies: readonly DescribedPeers[]): JsonSchema {
	const [only, ...more] = dependencies.map(toPeerRule);
	return only && more.length > 0 ? {allOf: [only, ...more]} : (only ?? {});
}

function toPeerRule({rel, key, peers}: DescribedPeers): JsonSchema {
	const each = peers.map(peer => ({required: [peer]}));
	switch (rel) {
		case 'xor':
			return {oneOf: each};
		case 'or':
			return {anyOf: each};
		case 'oxor':
		case 'nand':
			return {not: {required: peers}};
		case 'without':
			return {not: {required: [String(key)], anyOf: each}};
		case 'with':
			return {anyOf: [{not: {required: [String(key)]}}, {required: peers}]};
		default:
			throw new Error(`The documentation does not know joi's ${rel} of ${peers.join(', ')}`);
	}
}
