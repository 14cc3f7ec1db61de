/** The cycles of a graph, each as the names that reach one another (Tarjan's strongly connected components). */
export function circles(arrows: readonly (readonly [from: string, to: string])[]): string[][] {
	const next = new Map<string, string[]>();
	for (const [from, to] of arrows) {
		next.set(from, [...(next.get(from) ?? []), to]);
	}
	const order = new Map<string, number>();
	const lowest = new Map<string, number>();
	const path: string[] = [];
	const found: string[][] = [];

	function visit(name: string): void {
		order.set(name, order.size);
		lowest.set(name, order.size - 1);
		path.push(name);
		for (const neighbour of next.get(name) ?? []) {
			if (!order.has(neighbour)) {
				visit(neighbour);
			}
			if (path.includes(neighbour)) {
				lowest.set(name, Math.min(lowest.get(name) ?? 0, lowest.get(neighbour) ?? 0));
			}
		}
		if (lowest.get(name) === order.get(name)) {
			const circle = path.splice(path.indexOf(name));
			if (circle.length > 1) {
				found.push(circle.sort());
			}
		}
	}
	for (const name of next.keys()) {
		if (!order.has(name)) {
			visit(name);
		}
	}
	return found;
}
