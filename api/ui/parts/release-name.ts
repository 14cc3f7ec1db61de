import {h} from 'preact';

/** The name of a release or file; lines break behind its dots and dashes. */
export function ReleaseName({name}: {name: string}) {
	return name.split(/(?<=[._-])(?=[^._-])/).flatMap((part, index) => (index === 0 ? part : [h('wbr', {}), part]));
}
