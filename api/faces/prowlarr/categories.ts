/** What a category is called, and the ones inside it. */
export interface CategoryTree {
	id: number;
	name: string;
	subCategories: readonly {id: number; name: string}[];
}

const tree = (id: number, name: string, children: Readonly<Record<number, string>>): CategoryTree => ({
	id,
	name,
	subCategories: Object.entries(children).map(([offset, child]) => ({id: id + Number(offset), name: `${name}/${child}`})),
});

/** The part of Newznab's categories that we search for. */
export const usualCategories: readonly CategoryTree[] = [
	tree(2000, 'Movies', {
		10: 'Foreign',
		20: 'Other',
		30: 'SD',
		40: 'HD',
		45: 'UHD',
		50: 'BluRay',
		60: '3D',
		70: 'DVD',
		80: 'WEB-DL',
		90: 'x265',
	}),
	tree(5000, 'TV', {
		10: 'WEB-DL',
		20: 'Foreign',
		30: 'SD',
		40: 'HD',
		45: 'UHD',
		50: 'Other',
		60: 'Sport',
		70: 'Anime',
		80: 'Documentary',
		90: 'x265',
	}),
];

const names = new Map(
	usualCategories.flatMap(({id, name, subCategories}) => [
		[id, name] as const,
		...subCategories.map(each => [each.id, each.name] as const),
	]),
);

/** Sites also write categories as words, which have no numbers here. */
export function categoriesOf(stated: readonly string[]): {id: number; name: string}[] {
	const ids = stated.filter(text => /^\d{1,9}$/.test(text)).map(Number);
	return [...new Set(ids)].map(id => ({id, name: names.get(id) ?? String(id)}));
}

/** Whether a release is in one of these; one of thousands stands for those inside it. Without numbers nobody knows. */
export function isIn(stated: readonly string[], wanted: readonly number[]): boolean {
	const ids = categoriesOf(stated).map(({id}) => id);
	const includes = (want: number, id: number) => want === id || (want % 1000 === 0 && Math.floor(id / 1000) * 1000 === want);
	return wanted.length === 0 || ids.length === 0 || ids.some(id => wanted.some(want => includes(want, id)));
}
