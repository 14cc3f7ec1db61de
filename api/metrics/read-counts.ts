/**
 * Counters of the workers in Prometheus' text format, from fields `name{label="value"}` to values. Fields in any other
 * form are skipped.
 */
export function readCounts(counters: Record<string, string>): string {
	const lines = Object.entries(counters).filter(([field, value]) => wellFormed.test(field) && Number.isFinite(Number(value)));
	const names = [...new Set(lines.map(([field]) => nameOf(field)))].toSorted();
	return names
		.flatMap(name => [
			`# TYPE kinoteka_${name} counter`,
			...lines.filter(([field]) => nameOf(field) === name).map(([field, value]) => `kinoteka_${field} ${value}`),
			'',
		])
		.join('\n');
}

const wellFormed = /^[a-z_]{1,60}\{[^{}\n]{0,300}\}$/;
const nameOf = (field: string) => field.slice(0, field.indexOf('{'));
