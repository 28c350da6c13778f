export const body = (
  <>
    <p className="lead">
      You changed one unit in your list and won three times in a row. Is the list better? You do not know. Here is how
      many battles it takes to know.
    </p>
    <p>
      A match-up test in Highground is real battles without the waiting: the same engine, the same rules, two computer
      players. Each can be watched afterwards action by action like any other. And because nobody has to paint anything,
      there can be two hundred while the coffee is brewing.
    </p>
    <h2>The trouble with three wins</h2>
    <p>
      Suppose two armies are exactly equal. The chance that one of them wins the next three battles is one in eight. If
      you try eight variants of a list, one of them will look invincible for no reason at all. This is how most local
      wisdom about lists is born.
    </p>
    <h2>A range, not a number</h2>
    <p>
      That is why a match-up test never answers with a bare percentage. It gives the share of battles won, with a draw
      as half a win, and beside it a range: with the number of battles that were fought, the true share can well be
      anywhere in there. The range is the Wilson interval for 95 per cent, which behaves decently for few battles too.
      For armies that win about half of the time it looks like this:
    </p>
    <table>
      <thead>
        <tr>
          <th scope="col">Battles</th>
          <th scope="col">Range around 50%</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <td>10</td>
          <td>24% to 76%</td>
        </tr>
        <tr>
          <td>50</td>
          <td>37% to 63%</td>
        </tr>
        <tr>
          <td>200</td>
          <td>43% to 57%</td>
        </tr>
        <tr>
          <td>1,000</td>
          <td>47% to 53%</td>
        </tr>
      </tbody>
    </table>
    <p>
      Ten battles tell you nothing that you could not have guessed. Two hundred can tell a good match from a bad one. To
      see whether swapping one weapon is worth two points of win rate you need thousands, and then the answer is true
      for two computer players and not for you.
    </p>
    <h2>Look at the first turn</h2>
    <p>
      The second figure is the share of battles won by the army with the first turn. If it is far from one half, the
      table is speaking, not the armies: too little to hide behind, or objectives too close to one edge. Before you
      throw units out of your list, put another wall on the board.
    </p>
    <h2>Then watch one</h2>
    <p>
      Averages show that something happens; a single battle shows how. Open the worst defeat of the batch and go through
      the rounds. Often the list is fine and one unit walks into the same trap every time, because the computer has no
      better idea for it. That is worth knowing before you blame the points.
    </p>
    <h2>The same battles tomorrow</h2>
    <p>
      A batch has a seed, and every battle of it gets its own number from that seed. It does not matter on how many
      processor cores the batch runs or in which order they finish. Run it again and you get the same battles. Change
      one unit and run it again, and you have changed only one thing.
    </p>
    <p>
      If a battle goes wrong, through a fault of ours, it is kept with its seed and the others go on. We read those
      files with great interest.
    </p>
  </>
);
