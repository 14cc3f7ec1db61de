import {readFileSync} from 'node:fs';
import {parse} from 'yaml';

interface Panel {
	title: string;
	targets?: {expr: string; legendFormat: string}[];
}

/** A query of the Grafana dashboard. */
export interface Query {
	panel: string;
	expr: string;
	legend: string;
}

export function readQueries(): Query[] {
	const {panels} = JSON.parse(readFileSync(new URL('../../scripts/grafana/kinoteka.json', import.meta.url), 'utf8')) as {panels: Panel[]};
	return panels.flatMap(({title, targets = []}) => targets.map(({expr, legendFormat}) => ({panel: title, expr, legend: legendFormat})));
}

/** The conditions of the alerts. */
export function readAlerts(): Query[] {
	const {groups} = parse(readFileSync(new URL('../../scripts/grafana/alerts.yaml', import.meta.url), 'utf8')) as {
		groups: {rules: {alert: string; expr: string}[]}[];
	};
	return groups.flatMap(({rules}) => rules.map(({alert, expr}) => ({panel: alert, expr, legend: ''})));
}

/** Metric names, and those with each label that the query compares or groups by. */
export function namesIn({expr, legend}: Query): {metrics: string[]; labels: string[]} {
	const compared = [...expr.matchAll(/\{([^}]*)\}/g)].flatMap(([, list = '']) =>
		[...list.matchAll(/(\w+)\s*[=!]/g)].map(([, label = '']) => label),
	);
	const grouped = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(',').map(label => label.trim()));
	const shown = [...legend.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label);
	const metrics = [...new Set(expr.match(/\bkinoteka_\w+/g))];
	return {metrics, labels: [...new Set([...compared, ...grouped, ...shown])]};
}
