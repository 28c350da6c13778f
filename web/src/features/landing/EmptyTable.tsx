/** The table before the battle, in the board's own size, so that nothing moves when the board arrives. */
export function EmptyTable() {
  return (
    <>
      <div className="replay-board">
        <div className="replay-empty" />
      </div>
      <div className="replay-strip" />
    </>
  );
}
