import type {Fault} from './definition.ts';

/** A YAML document in which every scalar is text; null is a plain empty value, which means absent. */
export type Tree = string | null | Tree[] | TreeMap;

export interface TreeMap {
	/** In the order of the file; a key may be there twice. */
	entries: [key: string, value: Tree][];
}

const isMap = (tree: Tree | undefined): tree is TreeMap => typeof tree === 'object' && tree !== null && !Array.isArray(tree);

/** One value of the document and its position. A value of the wrong kind is recorded as a fault. */
export class DefinitionNode {
	readonly tree: Tree;
	readonly path: string;
	readonly faults: Fault[];

	constructor(tree: Tree, path: string, faults: Fault[]) {
		this.tree = tree;
		this.path = path;
		this.faults = faults;
	}

	get isAbsent(): boolean {
		return this.tree === null;
	}

	fault(reason: string, isFatal = false): void {
		this.faults.push({place: this.path, reason, isFatal});
	}

	/** The value of a key; of several the last. */
	at(key: string): DefinitionNode {
		const found = isMap(this.tree) ? this.tree.entries.findLast(([name]) => name === key)?.[1] : null;
		return new DefinitionNode(found ?? null, this.path === '' ? key : `${this.path}.${key}`, this.faults);
	}

	/** Whether a map is there; anything else that is there is a fault. */
	isMap(): boolean {
		if (this.tree !== null && !isMap(this.tree)) {
			this.fault('must be a map');
		}
		return isMap(this.tree);
	}

	entries(): [key: string, place: DefinitionNode][] {
		const entries = this.isMap() && isMap(this.tree) ? this.tree.entries : [];
		return entries.map(([key, value]) => [key, new DefinitionNode(value, this.path === '' ? key : `${this.path}.${key}`, this.faults)]);
	}

	/** A list; one value alone is a list of one. */
	items(): DefinitionNode[] {
		if (this.tree === null) {
			return [];
		}
		if (!Array.isArray(this.tree)) {
			return [this];
		}
		return this.tree.map((each, index) => new DefinitionNode(each, `${this.path}[${index}]`, this.faults));
	}

	text(): string | null {
		if (this.tree === null || typeof this.tree === 'string') {
			return this.tree;
		}
		this.fault('must be a text');
		return null;
	}

	texts(): string[] {
		return this.items().map(each => each.text() ?? '');
	}

	flag(byDefault = false): boolean {
		const text = this.text();
		return text === null ? byDefault : /^(?:true|yes|y|on)$/i.test(text.trim());
	}

	number(): number | null {
		const text = this.text()?.trim() ?? '';
		const number = text === '' ? null : Number(text);
		if (number !== null && !(number >= 0 && number <= 1_000_000)) {
			this.fault('must be a number');
			return null;
		}
		return number;
	}

	pairs<Value>(read: (place: DefinitionNode) => Value): [string, Value][] {
		return this.entries().map(([key, place]) => [key, read(place)]);
	}
}
