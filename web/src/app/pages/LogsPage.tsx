export function LogsPage() {
  return <main className="p-4"><h1 className="text-lg">Log Visualization</h1></main>;
}
