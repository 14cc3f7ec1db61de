import {useEffect, useRef} from 'preact/hooks';
import {SelectField} from '../parts/field.js';
import {html} from '../parts/html.js';
import {nameOfRank} from './ranks.js';

/**
 * @typedef {object} CutoffProps
 * @property {string | undefined} value
 * @property {Record<string, any>} values Of the whole form.
 * @property {(name: string | undefined) => void} onChange
 * @property {string} path
 * @property {import('../client/problem.js').Problem | null} problem
 */

/**
 * One of the allowed qualities or groups of the same form.
 * @param {CutoffProps} props
 */
export function CutoffField({value, values, onChange, path, problem}) {
	/** @type {import('./ranks.js').Rank[]} */
	const ranks = values['items'] ?? [];
	const allowed = ranks.filter(each => each.allowed).map(nameOfRank);
	const before = useRef(allowed);
	useEffect(() => {
		if (!(value && allowed.includes(value))) {
			const isRenamed = before.current.length === allowed.length;
			onChange((isRenamed && allowed[before.current.indexOf(value ?? '')]) || allowed[0]);
		}
		before.current = allowed;
	}, [allowed.join('\n')]);
	return html`<${SelectField} label="Cutoff" hint="Once a file has this quality, no better one is searched." value=${value ?? ''} fault=${problem?.of(path)}
		choices=${allowed.map(name => ({value: name, label: name}))} onChange=${onChange} />`;
}
