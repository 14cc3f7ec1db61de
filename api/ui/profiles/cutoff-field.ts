import {useEffect, useRef} from 'preact/hooks';
import type {Problem} from '../client/problem.ts';
import {SelectField} from '../parts/field.ts';
import {html} from '../parts/html.ts';
import {nameOfRank, type Rank} from './ranks.ts';

export interface CutoffProps {
	value: string | undefined;
	/** Of the whole form. */
	values: Record<string, any>;
	onChange: (name: string | undefined) => void;
	path: string;
	problem: Problem | null;
}

/** One of the allowed qualities or groups of the same form. */
export function CutoffField({value, values, onChange, path, problem}: CutoffProps) {
	const ranks: Rank[] = values['items'] ?? [];
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
